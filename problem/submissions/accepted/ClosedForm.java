import java.util.Scanner;

public class ClosedForm {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long sum = 0, allTwos = 0;
        for (int i = 0; i < n * n; i++) {
            long tile = in.nextLong();
            if (tile == 0) continue;
            sum += tile;
            // What the tile would have scored if only 2s had been born.
            allTwos += tile * (Long.numberOfTrailingZeros(tile) - 1);
        }
        long fours = (allTwos - in.nextLong()) / 4;
        System.out.println(sum / 2 - fours - 2);
    }
}

// Reads the tiles with nextInt, which throws at 2^31.
import java.util.Scanner;

public class NextInt {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long sum = 0, allTwos = 0;
        for (int i = 0; i < n * n; i++) {
            long tile = in.nextInt();
            if (tile == 0) continue;
            sum += tile;
            allTwos += tile * (Long.numberOfTrailingZeros(tile) - 1);
        }
        System.out.println(sum / 2 - (allTwos - in.nextLong()) / 4 - 2);
    }
}

// Keeps the answer in 32 bits.
import java.util.Scanner;

public class Answer32 {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long sum = 0, allTwos = 0;
        for (int i = 0; i < n * n; i++) {
            long tile = in.nextLong();
            if (tile == 0) continue;
            sum += tile;
            allTwos += tile * (Long.numberOfTrailingZeros(tile) - 1);
        }
        int moves = (int) (sum / 2 - (allTwos - in.nextLong()) / 4 - 2);
        System.out.println(moves);
    }
}

// Makes the powers of two by shifting an int: above 2^30 none is positive.
import java.util.Scanner;

public class Shift {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long sum = 0, allTwos = 0;
        for (int i = 0; i < n * n; i++) {
            long tile = in.nextLong();
            int rank = 1;
            for (int k = 1; k < 32; k++) {
                if (tile == 1 << k) rank = k;
            }
            sum += tile;
            allTwos += tile * (rank - 1);
        }
        System.out.println(sum / 2 - (allTwos - in.nextLong()) / 4 - 2);
    }
}

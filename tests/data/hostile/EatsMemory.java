// A list without end.
import java.util.ArrayList;

public class EatsMemory {
    public static void main(String[] args) {
        var all = new ArrayList<byte[]>();
        while (true) all.add(new byte[1 << 20]);
    }
}

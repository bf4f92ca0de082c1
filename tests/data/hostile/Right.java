// Right for the one test.
class Right {
    public static void main(String[] args) {
        System.out.println(7);
    }
}

// Keeps the answer in 32 bits without a sign: right up to 4294967295.
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<i64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let (score, tiles) = numbers[1..].split_last().unwrap();
    let sum: i64 = tiles.iter().sum();
    let all_twos: i64 =
        tiles.iter().filter(|&&tile| tile > 0).map(|tile| tile * (i64::from(tile.ilog2()) - 1)).sum();
    println!("{}", (sum / 2 - (all_twos - score) / 4 - 2) as u32);
}

// Reads the numbers into 32 bits and gives up at the first one that does not fit.
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<i32> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let (score, tiles) = numbers[1..].split_last().unwrap();
    let sum: i64 = tiles.iter().map(|&tile| i64::from(tile)).sum();
    let all_twos: i64 = tiles
        .iter()
        .filter(|&&tile| tile > 0)
        .map(|&tile| i64::from(tile) * (i64::from(tile.ilog2()) - 1))
        .sum();
    println!("{}", sum / 2 - (all_twos - i64::from(*score)) / 4 - 2);
}

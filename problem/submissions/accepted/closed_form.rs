use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<i64>().unwrap());
    let n = numbers.next().unwrap();
    let tiles: Vec<i64> = numbers.by_ref().take((n * n) as usize).filter(|&tile| tile > 0).collect();
    let score = numbers.next().unwrap();
    let sum: i64 = tiles.iter().sum();
    let all_twos: i64 = tiles.iter().map(|tile| tile * (i64::from(tile.ilog2()) - 1)).sum();
    println!("{}", sum / 2 - (all_twos - score) / 4 - 2);
}

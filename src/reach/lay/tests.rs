use super::super::limits::{Limits, Options};
use super::super::node::{Node, Rows, Step, canonical, half_sum, rows};
use super::super::stands::Stands;
use super::super::trace::Layers;
use super::failures::Failures;
use super::ground::grounds;
use super::laying::{Laid, Laying};
use super::piece::{Means, Place};
use super::start::Offers;
use crate::game::Ledger;
use crate::game::board::{Board, Direction, Size};
use crate::game::slide::slide;
use crate::witness::Step as Played;

fn board(side: usize, tiles: &[u64]) -> Board {
    let rank = |&tile: &u64| if tile == 0 { 0 } else { u8::try_from(tile.ilog2()).unwrap() };
    let mut ranks: Vec<u8> = tiles.iter().map(rank).collect();
    // Rows that are not given are empty.
    ranks.resize(side * side, 0);
    Board::from_ranks(Size::new(side).unwrap(), &ranks).unwrap()
}

fn is_laid<const N: usize>(tiles: &[u64], count: usize) {
    is_laid_within::<N>(tiles, count, 100 << 20);
}

/// Lays rows with so much memory, and plays the game with the rules as they are written down
/// elsewhere. Returns the boards that were kept.
fn is_laid_within<const N: usize>(tiles: &[u64], count: usize, memory: usize) -> usize {
    let target: Rows<N> = rows(&board(N, tiles));
    let limits = Limits::start(&Options::default());
    let mut laying = Laying::new(&target, count, memory, 0);
    while laying.ends(count).is_none() {
        assert!(!matches!(laying.advance(&limits), Laid::Over));
    }
    for &end in laying.ends(count).unwrap() {
        let (mut board, steps) = laying.game(end).unwrap();
        assert!(board.is_start());
        for step in steps {
            let Played::Move { direction, cell, rank: 1 } = step else { panic!("{step:?}") };
            let after = slide(&board, direction).board;
            assert_ne!(after, board);
            let cell = usize::from(cell);
            assert_eq!(after.rank(cell), 0);
            board = after.with(cell, 1);
        }
        let after = slide(&board, laying.node(end).slide).board;
        let last: Rows<N> = rows(&after);
        assert_eq!(last, laying.node(end).rows);
        assert_eq!(last[..count], target[..count]);
        // Hardly anything else, though it takes as many births as the rows are made of.
        assert!(half_sum(&last) - half_sum(&laid(&target, count)) < 200);
    }
    laying.kept()
}

fn laid<const N: usize>(rows: &Rows<N>, count: usize) -> Rows<N> {
    std::array::from_fn(|row| if row < count { rows[row] } else { 0 })
}

/// Falling tiles, tiles between larger ones, and tiles that the ones above have to pass.
#[test]
fn rows_are_laid() {
    is_laid::<5>(&[128, 64, 32, 16, 8, 64, 32, 16, 8, 4], 2);
    is_laid::<5>(&[512, 256, 128, 64, 8, 16, 64, 256, 128, 32], 2);
    is_laid::<6>(&[512, 16, 2048, 512, 256, 128, 2, 1024, 512, 256, 128, 64], 2);
    is_laid::<7>(&[512, 4096, 64, 4096, 2, 1024, 256], 1);
    is_laid::<7>(&[512, 8192, 4, 1024, 8, 2, 256, 32, 4096, 512, 2, 1024, 256, 128], 2);
}

/// With little memory boards are forgotten, but none that a game goes through.
#[test]
fn rows_are_laid_in_little_memory() {
    let rows = [512, 16, 2048, 512, 256, 128, 2, 1024, 512, 256, 128, 64];
    let memory = 1 << 20;
    let kept = is_laid_within::<6>(&rows, 2, memory);
    assert!(kept * size_of::<Rows<6>>() > memory);
}

/// The rows of a ground are full and without equal neighbours, and the rest is the rest.
#[test]
fn grounds_are_firm() {
    let board = board(
        5,
        &[256, 128, 64, 32, 2, 32, 16, 8, 4, 2, 8, 4, 4, 2, 8, 4, 0, 0, 0, 0, 2, 0, 0, 0, 0],
    );
    let rows: Rows<5> = rows(&board);
    let grounds = grounds(&rows);
    assert!(!grounds.is_empty());
    for ground in &grounds {
        assert!(ground.stands().are_on(&rows));
        assert_eq!(ground.laid + ground.rest, half_sum(&rows));
        assert_eq!(ground.laid, half_sum(&laid(&ground.rows, ground.count)));
        for row in &ground.rows[..ground.count] {
            let ranks = &row.to_le_bytes()[..5];
            assert!(!ranks.contains(&0) && ranks.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }
    // The third row has equal neighbours.
    assert!(grounds.iter().any(|ground| ground.count == 2 && ground.rest == 16));
    assert!(grounds.iter().all(|ground| ground.count <= 2));
    let mut other = rows;
    other[0] ^= 1;
    assert!(grounds.iter().all(|ground| !ground.stands().are_on(&other)));
}

/// The cells of the tiles that stand, as one asks for them one by one.
#[test]
fn cells_are_those_that_stand() {
    let none = Stands::<7> { mask: [0; 7], tiles: [0; 7] };
    assert_eq!(none.cells(), 0);
    for step in 1..49 {
        let stands = (0..49).step_by(step).fold(none, |stands, cell| stands.with(cell, 3));
        let cells = (0..49).filter(|&cell| stands.has(cell)).fold(0, |all, cell| all | 1 << cell);
        assert_eq!(stands.cells(), cells);
    }
}

/// A failure makes the same thing dearer, again and again, and nothing else.
#[test]
fn failures_cost_more_and_more() {
    let mut failures = Failures::default();
    let place = Place { left: true, at: 2 };
    let mut before = failures.price((7, place, 5), Means::Parts);
    assert_eq!(before, 0);
    for _ in 0..4 {
        failures.add((7, place, 5), Means::Parts);
        let price = failures.price((7, place, 5), Means::Parts);
        assert!(price > before);
        before = price;
    }
    assert_eq!(failures.price((7, place, 5), Means::Pass), 0);
    assert_eq!(failures.price((7, place.further(1), 5), Means::Parts), 0);
}

/// Places follow the snake of the board.
#[test]
fn places_follow_the_snake() {
    let size = Size::new(5).unwrap();
    for at in 0..25 {
        assert_eq!(Place { left: true, at }.cell::<5>(0), Some(size.snake_cell(at)));
    }
    assert_eq!(Place { left: true, at: 25 }.cell::<5>(0), None);
    assert_eq!(Place { left: false, at: 6 }.cell::<5>(2), Some(16));
}

/// Rows and what lies beside them in another row are taken, the cheapest first, and each only
/// once. What lies along a column beside the rows, too little and too much are not.
#[test]
fn promising_boards_are_taken() {
    let state = board(6, &[4, 2]);
    let ledger = Ledger::of(&state, 0).unwrap();
    let row = |tiles: [u64; 6]| tiles.to_vec();
    let large = row([512, 64, 2048, 16, 256, 128]);
    let dear = row([512, 4, 2048, 2, 256, 128]);
    let beside = row([32, 16, 4, 0, 0, 0]);
    let column: Vec<u64> =
        [16, 8, 32, 4].into_iter().flat_map(|tile| row([tile, 0, 0, 0, 0, 0])).collect();
    let boards = [
        [large.clone(), column].concat(),
        [dear.clone(), beside.clone()].concat(),
        [large.clone(), beside.clone()].concat(),
        [large.clone(), row([2, 0, 0, 0, 0, 0])].concat(),
        [large.clone(), row([512, 0, 0, 0, 0, 0])].concat(),
        [dear, beside].concat(),
    ];
    let mut layers = Layers::<6>::from_state(&state, &ledger);
    let step = Step { cell: 0, rank: 1, slide: Direction::Left };
    let node = |tiles: &Vec<u64>| Node { rows: rows(&board(6, tiles)), parent: 0, step };
    layers.all.push(boards.iter().map(node).collect());
    let mut offers = Offers::default();
    assert!(offers.is_empty());
    offers.add(&layers, 0);
    let expected: Vec<Rows<6>> =
        [&boards[2], &boards[1]].map(|tiles| canonical(&rows(&board(6, tiles)))).into();
    let mut taken = Vec::new();
    while let Some(start) = offers.next() {
        assert!(start.is_offered && start.grounds.len() == 1 && start.grounds[0].count == 1);
        let [_, last] = &start.layers.all[..] else { panic!("two layers") };
        let rows = canonical(&start.grounds[0].rows);
        assert!(last.iter().any(|node| canonical(&node.rows) == rows));
        assert!(last.iter().all(|node| start.grounds[0].stands().are_on(&node.rows)));
        taken.push(rows);
    }
    assert_eq!(taken, expected);
    offers.add(&layers, 0);
    assert!(offers.is_empty());
}

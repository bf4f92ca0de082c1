use super::*;
use crate::game::board::Size;

fn size(n: usize) -> Size {
    Size::new(n).unwrap()
}

fn built(n: usize, ranks: &[u8], fours: Fours) -> Built {
    build(&Recipe { size: size(n), ranks: ranks.to_vec(), fours, seed: 0 }, &|_| {}).unwrap()
}

/// The maxima of the statement's closed form, 4(N − 1)(2^N − 1), each with exactly N born 4s.
#[test]
fn full_chains_reach_the_maximum_score() {
    for (n, score, moves) in [(4, 3_932_100, 131_052), (5, 3_221_225_376, 67_108_835)] {
        let chain = build(&Recipe::full_chain(size(n)), &|_| {}).unwrap();
        let totals = chain.verified.totals();
        assert_eq!((totals.score, totals.moves), (score, moves));
        assert_eq!(totals.fours, u64::try_from(n * n).unwrap());
        assert_eq!(chain.verified.board().max_rank(), size(n).top_rank());
    }
}

#[test]
fn single_tiles_take_the_fewest_moves() {
    for (n, rank, fours) in [
        (4, 5, Fours::None),
        (4, 7, Fours::None),
        (4, 12, Fours::None),
        (4, 16, Fours::None),
        (4, 17, Fours::All),
        (5, 14, Fours::All),
    ] {
        let tile = built(n, &[rank], fours);
        assert_eq!(tile.verified.board().max_rank(), rank);
        let fewest = fewest_moves(size(n), rank, fours).unwrap();
        assert_eq!(tile.verified.totals().moves, fewest, "{n} {rank} {fours:?}");
        assert_eq!(tile.surplus_moves, Some(0));
    }
}

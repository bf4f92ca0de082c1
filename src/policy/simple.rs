//! The players that look no further than one move.

use super::Choice;
use crate::game::{Direction, Engine};
use crate::seed::Stream;
use std::cmp::Ordering;
use std::fmt;

/// An order of preference among the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order([Direction; 4]);

impl Order {
    /// The order given by the letters of the directions, as in `DLRU`; `None` unless each of
    /// the four is there once.
    #[must_use]
    pub fn parse(letters: &str) -> Option<Self> {
        let order: Vec<Direction> =
            letters.chars().map(Direction::from_letter).collect::<Option<_>>()?;
        let order = <[Direction; 4]>::try_from(order).ok()?;
        Direction::ALL.iter().all(|direction| order.contains(direction)).then_some(Self(order))
    }

    /// The directions, the most wanted first.
    #[must_use]
    pub const fn directions(self) -> [Direction; 4] {
        self.0
    }
}

impl Default for Order {
    /// Down, left, right, up: large tiles gather in the bottom left corner.
    fn default() -> Self {
        Self([Direction::Down, Direction::Left, Direction::Right, Direction::Up])
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|direction| write!(f, "{}", direction.letter()))
    }
}

/// The legal one that comes first in a random order of the directions: each legal move is as
/// likely as any other, and most often only one slide is made to find it.
#[inline]
pub(super) fn uniform<const N: usize>(board: &Engine<N>, stream: &mut Stream) -> Option<Choice<N>> {
    let mut untried = Direction::ALL;
    for left in (1..=4u32).rev() {
        let last = left as usize - 1;
        untried.swap(stream.below(left) as usize, last);
        if let Some(choice) = Choice::of(board, untried[last]) {
            return Some(choice);
        }
    }
    None
}

/// The first legal one in `order`.
pub(super) fn corner<const N: usize>(board: &Engine<N>, order: Order) -> Option<Choice<N>> {
    order.0.into_iter().find_map(|direction| Choice::of(board, direction))
}

/// The one with the largest gain.
pub(super) fn greedy<const N: usize>(board: &Engine<N>, stream: &mut Stream) -> Option<Choice<N>> {
    preferred(board, stream, |new, old| new.cmp(&old))
}

/// The one with the smallest gain.
pub(super) fn no_merge<const N: usize>(
    board: &Engine<N>,
    stream: &mut Stream,
) -> Option<Choice<N>> {
    preferred(board, stream, |new, old| old.cmp(&new))
}

/// The legal move whose gain compares greatest; among k equal ones each with the chance 1/k.
fn preferred<const N: usize>(
    board: &Engine<N>,
    stream: &mut Stream,
    compare: impl Fn(u64, u64) -> Ordering,
) -> Option<Choice<N>> {
    let mut best: Option<Choice<N>> = None;
    let mut equal = 1;
    for direction in Direction::ALL {
        let Some(choice) = Choice::of(board, direction) else { continue };
        let order = best.map_or(Ordering::Greater, |best| compare(choice.gain, best.gain));
        match order {
            Ordering::Less => {}
            Ordering::Greater => (best, equal) = (Some(choice), 1),
            Ordering::Equal => {
                equal += 1;
                if stream.below(equal) == 0 {
                    best = Some(choice);
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Size};

    fn engine(ranks: &[u8]) -> Engine<3> {
        let board = Board::from_ranks(Size::new(3).unwrap(), ranks).unwrap();
        Engine::new(&board).unwrap()
    }

    fn shares(
        board: &Engine<3>,
        pick: impl Fn(&Engine<3>, &mut Stream) -> Option<Choice<3>>,
    ) -> [u32; 4] {
        let mut stream = Stream::from_key([5; 32]);
        let mut shares = [0; 4];
        for _ in 0..6000 {
            let direction = pick(board, &mut stream).unwrap().direction;
            shares[Direction::ALL.iter().position(|&other| other == direction).unwrap()] += 1;
        }
        shares
    }

    #[test]
    fn orders_are_permutations() {
        assert_eq!(Order::parse("DLRU"), Some(Order::default()));
        assert_eq!(Order::default().to_string(), "DLRU");
        for bad in ["", "DLR", "DLRR", "DLRUD", "dlru", "DLRX"] {
            assert_eq!(Order::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn uniform_gives_each_legal_move_its_share() {
        // Left and up are not legal.
        let board = engine(&[1, 2, 0, 2, 0, 0, 0, 0, 0]);
        let [left, right, up, down] = shares(&board, uniform);
        assert_eq!((left, up), (0, 0));
        assert!((2850..3150).contains(&right) && right + down == 6000, "{right} {down}");
    }

    #[test]
    fn gains_decide_and_ties_are_even() {
        // Left and right gain 8 (two 4s merge), up and down nothing.
        let board = engine(&[2, 2, 0, 0, 0, 1, 0, 0, 0]);
        let [left, right, up, down] = shares(&board, greedy);
        assert!((2850..3150).contains(&left) && left + right == 6000 && up + down == 0);
        let [left, right, up, down] = shares(&board, no_merge);
        assert!((2850..3150).contains(&up) && up + down == 6000 && left + right == 0);
    }

    #[test]
    fn nobody_moves_on_a_dead_board() {
        let dead = engine(&[1, 2, 1, 2, 1, 2, 1, 2, 1]);
        let mut stream = Stream::from_key([5; 32]);
        assert!(uniform(&dead, &mut stream).is_none());
        assert!(greedy(&dead, &mut stream).is_none());
        assert!(no_merge(&dead, &mut stream).is_none());
        assert!(corner(&dead, Order::default()).is_none());
    }
}

//! The conditions that every reachable state meets, each cheap to test and proved where it is
//! computed.

use super::lines::Splits;
use super::node;
use super::profile::{Moment, Profile};
use super::refutation::Refutation;
use super::words::plural;
use crate::game::board::{Board, Direction, tile_value};
use crate::game::ledger::Ledger;
use crate::with_side;

/// One condition, tested on a state: what the explanation of a verdict lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The id of the [`Refutation`] if it fails.
    pub id: &'static str,
    /// What was compared, with the numbers of the state.
    pub text: String,
    /// `None` if the state meets the condition.
    pub failed: Option<Refutation>,
}

/// Tests the cheap conditions, in order, up to the first that fails.
///
/// # Errors
/// The reason why no game reaches the state.
pub fn refute(board: &Board, ledger: &Ledger) -> Result<(), Refutation> {
    match conditions(board, ledger).into_iter().find_map(|condition| condition.failed) {
        Some(refutation) => Err(refutation),
        None => Ok(()),
    }
}

/// All cheap conditions that apply to the state, with their numbers.
///
/// Those that make no sense when an earlier one fails are left out.
#[must_use]
pub fn conditions(board: &Board, ledger: &Ledger) -> Vec<Condition> {
    let mut list = List(Vec::new());
    let (fours, births) = (ledger.fours, ledger.births());
    let top = board.size().top_rank();
    list.push(
        "unreachable-top-tile",
        format!(
            "the largest tile is {}, a game makes at most {}",
            tile_value(board.max_rank()),
            tile_value(top)
        ),
        (board.max_rank() > top).then_some(Refutation::TopTile { rank: board.max_rank(), top }),
    );
    list.push(
        "unreachable-fours",
        format!(
            "{} among {}",
            plural(fours, "born 4", "born 4s"),
            plural(births, "birth", "births")
        ),
        (fours > births).then_some(Refutation::Fours { fours, births }),
    );
    if list.any_failed() {
        return list.0;
    }
    if ledger.moves == 0 {
        list.push(
            "unreachable-start",
            format!(
                "no move was made; {} on the board",
                plural(board.tile_count() as u64, "tile", "tiles")
            ),
            (!board.is_start()).then_some(Refutation::Start),
        );
        return list.0;
    }
    list.of_tiles(&Profile::of(board, fours, births));
    let newborns: Vec<usize> = newborn_cells(board, ledger).collect();
    let freed = newborns.iter().filter(|&&cell| is_settled(&board.with(cell, 0)));
    let freed: Vec<usize> = freed.copied().collect();
    list.push(
        "unreachable-newborn",
        format!(
            "{} may be newborns; without it {} of them leave no gap toward some side",
            plural(newborns.len() as u64, "tile", "tiles"),
            freed.len()
        ),
        freed.is_empty().then_some(Refutation::Newborn { fours }),
    );
    if !freed.is_empty() {
        let slid = freed.iter().filter(|&&cell| may_be_slid(&board.with(cell, 0))).count();
        list.push(
            "unreachable-slide",
            format!("{slid} of those leave lines that a slide can have made"),
            (slid == 0).then_some(Refutation::Slide),
        );
    }
    list.0
}

struct List(Vec<Condition>);

impl List {
    fn push(&mut self, id: &'static str, text: String, failed: Option<Refutation>) {
        self.0.push(Condition { id, text, failed });
    }

    fn any_failed(&self) -> bool {
        self.0.iter().any(|condition| condition.failed.is_some())
    }

    fn of_tiles(&mut self, profile: &Profile) {
        let (standing, born, fours) = (profile.standing_twos(), profile.twos(), profile.fours());
        self.push(
            "unreachable-twos",
            format!(
                "{} on the board, {} born",
                plural(standing, "tile 2", "tiles 2"),
                plural(born, "2 was", "2s were")
            ),
            (standing > born).then_some(Refutation::Twos { standing, born }),
        );
        let crowd = profile.crowd();
        self.push(
            "unreachable-room",
            crowd.map_or_else(
                || "the cells have room to build tiles this large".to_owned(),
                |crowd| Refutation::Room(crowd).to_string(),
            ),
            crowd.map(Refutation::Room),
        );
        let needed = profile.fours_for_room();
        self.push(
            "unreachable-room-fours",
            format!(
                "building the tiles takes at least {}, {fours} are there",
                plural(needed, "born 4", "born 4s")
            ),
            (fours < needed).then_some(Refutation::RoomFours { fours, needed }),
        );
        let needed = profile.fours_for_sum();
        self.push(
            "unreachable-sum-fours",
            format!(
                "the sum of the tiles takes at least {}, {fours} are there",
                plural(needed, "born 4", "born 4s")
            ),
            (fours < needed).then_some(Refutation::SumFours { fours, needed }),
        );
        match profile.fuel(Moment::Born) {
            Some(fuel) => self.push(
                "unreachable-fuel",
                format!(
                    "the tiles up to {} hold at most {}, the last {} must be there",
                    tile_value(fuel.rank),
                    plural(fuel.held, "birth", "births"),
                    fuel.needed
                ),
                (fuel.slack() < 0).then_some(Refutation::Fuel(fuel)),
            ),
            None => self.push(
                "unreachable-fuel",
                "no tile is large enough to ask for small ones".to_owned(),
                None,
            ),
        }
    }
}

/// The cells whose tile may be the last one born: a 2, or a 4 if the score has 4s.
pub(crate) fn newborn_cells<'a>(
    board: &'a Board,
    ledger: &'a Ledger,
) -> impl Iterator<Item = usize> + 'a {
    (0..board.ranks().len()).filter(|&cell| match board.rank(cell) {
        1 => ledger.twos() > 0,
        2 => ledger.fours > 0,
        _ => false,
    })
}

fn is_settled(board: &Board) -> bool {
    Direction::ALL.into_iter().any(|direction| board.is_settled(direction))
}

/// Whether toward some direction every line of `board` is one that a slide can leave.
fn may_be_slid(board: &Board) -> bool {
    fn of<const N: usize>(board: &Board) -> bool {
        let rows = node::rows::<N>(board);
        Direction::ALL.into_iter().any(|direction| {
            board.is_settled(direction)
                && node::frame(&rows, direction)
                    .iter()
                    .all(|&line| !Splits::of(line, N).masks().is_empty())
        })
    }
    with_side!(board.size(), N => of::<N>(board))
}

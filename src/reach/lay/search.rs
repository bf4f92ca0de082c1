//! The search for a game through a board that has hardly more than the rows of a ground.

use super::super::aims::View;
use super::super::beam::{Beam, Control, Turn};
use super::super::bridge::{fours_before, goals, whole};
use super::super::corner::turned;
use super::super::limits::Limits;
use super::super::lines;
use super::super::meet::{Meeting, meet};
use super::super::node::{Rows, half_sum, rows};
use super::super::report::{Outcome, Phase, PhaseKind};
use super::ground::{Ground, grounds};
use super::laying::Laying;
use crate::build;
use crate::game::board::Size;
use crate::game::{Board, Ledger};
use crate::witness::{Rule, Witness};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A rest so small that the rows may as well be laid without it, as half a sum.
const LITTLE: u64 = 4;

/// The boards that a search back from one ground looks at.
const BACK: u64 = 1_000_000;

/// The same in one go.
const STEP: u64 = 40_000;

/// How many boards that are looked at cost as much as one of a beam that leaves nothing alone: on
/// the way back, where most of them do not leave the rows alone; while rows are laid; and in free
/// play.
const STAYED: u64 = 2;
const LAID: u64 = 3;
const MET: u64 = 4;

/// Half sums beyond what lies about after the rows: boards of the search to aim at.
const AIMS: [u64; 3] = [20, 40, 8];

/// Births beyond the board aimed at.
const BEYOND: u64 = 60;

/// The rows of one ground.
struct Stage<const N: usize> {
    ground: Ground<N>,
    beam: Beam<N>,
    /// The boards that the beam looked at.
    spent: u64,
    /// Once the beam came back to little else.
    laying: Option<Laying<N>>,
}

/// Tries one ground after the other.
pub(crate) struct RowSearch<const N: usize> {
    board: Board,
    ledger: Ledger,
    control: Control,
    /// For rows in the making, in bytes.
    memory: usize,
    grounds: VecDeque<Ground<N>>,
    stage: Option<Stage<N>>,
    /// The boards looked at, as those of a beam that goes back.
    looks: u64,
    /// Those to look at before it pauses.
    pause: u64,
    phase: Phase,
}

impl<const N: usize> RowSearch<N> {
    /// `None` if the board has no such rows. `control` is for the searches back; the memory in it
    /// is for all.
    pub(crate) fn new(board: &Board, ledger: &Ledger, control: Control) -> Option<Self> {
        let grounds: VecDeque<Ground<N>> = grounds(&rows::<N>(board)).into();
        // A search that leaves so much alone stays small.
        let back = control.memory / 4;
        let memory = control.memory - back;
        let control = Control { memory: back, ..control };
        (!grounds.is_empty()).then(|| Self {
            board: *board,
            ledger: *ledger,
            control,
            memory,
            grounds,
            stage: None,
            looks: 0,
            pause: 0,
            phase: Phase {
                kind: PhaseKind::Rows,
                attempts: 0,
                boards: 0,
                layers: 0,
                births_left: ledger.births(),
                elapsed: Duration::ZERO,
                outcome: Outcome::Stopped,
            },
        })
    }

    /// The most rows of the ground at hand that were laid.
    pub(crate) fn rows(&self) -> usize {
        let stage = self.stage.as_ref();
        stage.and_then(|stage| stage.laying.as_ref()).map_or(0, Laying::rows)
    }

    /// What it did so far.
    pub(crate) const fn phase(&self) -> Phase {
        self.phase
    }

    /// Goes on for about as long as a beam that looks at so many boards.
    pub(crate) fn advance(&mut self, looks: u64, limits: &Limits<'_>) -> Turn {
        let began = Instant::now();
        // What one attempt took too long the next turns lack.
        self.pause = self.pause.saturating_add(looks);
        let turn = self.run(limits);
        self.phase.elapsed += began.elapsed();
        if matches!(turn, Turn::Found(_)) {
            self.phase.outcome = Outcome::Built;
        }
        turn
    }

    fn run(&mut self, limits: &Limits<'_>) -> Turn {
        while self.looks < self.pause {
            if limits.are_reached() {
                return Turn::GaveUp;
            }
            let Some(mut stage) = self.stage.take().or_else(|| self.begin()) else {
                return Turn::GaveUp;
            };
            let goes_on = match &mut stage.laying {
                None => {
                    self.looks += STEP / STAYED;
                    stage.back(self.memory, limits)
                }
                Some(laying) => {
                    let (looks, kept) = (laying.looks(), laying.kept());
                    let goes_on = laying.advance(limits);
                    self.looks += (laying.looks() - looks) / LAID;
                    self.phase.boards += (laying.kept() - kept) as u64;
                    let (game, looks) = stage.join(limits);
                    self.looks += looks / MET;
                    if let Some(game) = game {
                        return Turn::Found(game);
                    }
                    goes_on
                }
            };
            let depth = stage.beam.layers().all.len() as u64;
            self.phase.layers = self.phase.layers.max(depth);
            self.phase.births_left = self.ledger.births() - self.phase.layers;
            self.stage = goes_on.then_some(stage);
        }
        Turn::Paused
    }

    /// The next ground.
    fn begin(&mut self) -> Option<Stage<N>> {
        let ground = self.grounds.pop_front()?;
        self.phase.attempts += 1;
        let beam = Beam::beside(&self.board, &self.ledger, self.control, ground.stands);
        Some(Stage { ground, beam, spent: 0, laying: None })
    }
}

impl<const N: usize> Stage<N> {
    /// Goes back some way. Returns whether it is worth going on.
    fn back(&mut self, memory: usize, limits: &Limits<'_>) -> bool {
        let turn = self.beam.advance(STEP, limits);
        self.spent += STEP;
        let sums = self.beam.layers().last().iter().map(|node| half_sum(&node.rows));
        if sums.min().is_some_and(|sum| sum <= self.ground.laid + LITTLE) {
            self.laying = Some(Laying::new(&self.ground.rows, self.ground.count, memory));
            return true;
        }
        matches!(turn, Turn::Paused) && self.spent < BACK
    }

    /// A game from boards on which all rows are laid, if there are some, and how many boards were
    /// looked at.
    fn join(&self, limits: &Limits<'_>) -> (Option<Witness>, u64) {
        let mut looks = 0;
        let laying = self.laying.as_ref();
        let Some((laying, ends)) = laying.and_then(|laying| Some((laying, laying.ends()?))) else {
            return (None, looks);
        };
        let mut by_sum: Vec<(u64, u32)> =
            ends.iter().map(|&end| (half_sum(&laying.node(end).rows), end)).collect();
        by_sum.sort_unstable();
        for same in by_sum.chunk_by(|one, other| one.0 == other.0) {
            let ends: Vec<u32> = same.iter().map(|&(_, end)| end).collect();
            for more in AIMS {
                let (game, more) = self.meet(laying, &ends, more, limits);
                looks += more;
                if game.is_some() {
                    return (game, looks);
                }
            }
        }
        (None, looks)
    }

    /// The same from boards with equal sums, toward one with half a sum of `more` more.
    fn meet(
        &self,
        laying: &Laying<N>,
        ends: &[u32],
        more: u64,
        limits: &Limits<'_>,
    ) -> (Option<Witness>, u64) {
        let layers = self.beam.layers();
        let starts = ends.iter().map(|&end| laying.node(end));
        let starts: Vec<_> = starts.map(|node| (node.slide, node.rows)).collect();
        let sum = starts.first().map_or(0, |(_, rows)| half_sum(rows));
        let Some(target) = self.target(sum + more) else { return (None, 0) };
        let view = View::new(&target, N * self.ground.count);
        let meeting = Meeting {
            starts,
            goals: goals(layers, layers.all.len(), self.ground.symmetry, &view),
            last: layers.all.len() - 1,
            missing: half_sum(&target).saturating_sub(sum),
            beyond: BEYOND,
            view,
        };
        let (way, looks) = meet(meeting, limits);
        let game = way.and_then(|way| {
            let fours = fours_before(layers, &way)?;
            let (start, steps) = laying.game(*ends.get(way.start)?)?;
            let rule = Rule::from_board(&start, steps);
            let size = Size::new(N)?;
            let rules = build::with_fours(size, &[rule], fours)?;
            let built = Witness { size, rules, end: layers.end() };
            whole(layers, self.ground.symmetry, &built, &way)
        });
        (game, looks)
    }

    /// The board of the search with about that half sum and the fewest tiles, turned.
    fn target(&self, sum: u64) -> Option<Rows<N>> {
        let boards = self.beam.layers().all.iter().flatten();
        let near = boards.filter(|node| half_sum(&node.rows).abs_diff(sum) <= 3);
        let turned = near.map(|node| turned(&node.rows, self.ground.symmetry));
        turned.min_by_key(|rows| (rows.map(lines::tiles).iter().sum::<usize>(), *rows))
    }
}

//! Playing a game: the policy moves, tiles are born, until the stop rule has what it wants.

use super::condition::StateFacts;
use super::{Births, Player, Policy, Until};
use crate::game::board::{Board, Direction, Size, tile_value};
use crate::game::ledger::LedgerError;
use crate::game::{Engine, Ledger};
use crate::seed::Stream;
use crate::with_side;
use crate::witness::{Rule, Step, Totals, Witness};

/// What a game may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most moves that one call may play.
    pub max_moves: u64,
}

impl Default for Limits {
    /// Ten million moves: a hundred times a common random game on 7×7.
    fn default() -> Self {
        Self { max_moves: 10_000_000 }
    }
}

/// A move and the birth after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayStep {
    /// Where the tiles went.
    pub direction: Direction,
    /// The cell of the birth, row by row.
    pub cell: u8,
    /// The rank of the newborn: 1 or 2.
    pub rank: u8,
}

impl From<PlayStep> for Step {
    fn from(PlayStep { direction, cell, rank }: PlayStep) -> Self {
        Self::Move { direction, cell, rank }
    }
}

/// Why play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The stop rule has what it asked for.
    Satisfied,
    /// No move was legal, and the stop rule asked for something else.
    GameOver,
    /// The limit of moves was reached first.
    MoveLimit,
}

/// A played game, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The board before the first step.
    pub start: Board,
    /// What was played, in order; empty if it was not recorded.
    pub steps: Vec<PlayStep>,
    /// The board at the end.
    pub board: Board,
    /// The score at the end, counted by adding what the merges gain.
    pub score: u64,
    /// The moves made at the end, those before `start` included.
    pub moves: u64,
    /// The 4s born at the end, those on `start` and before included.
    pub fours: u64,
    /// Why it ended there.
    pub ended: Ended,
}

impl Game {
    /// What a condition can ask about the last state.
    #[must_use]
    pub fn facts(&self) -> StateFacts {
        StateFacts::new(&self.board, self.score, self.moves, self.fours)
    }

    /// The steps as one rule that starts from the board before them.
    #[must_use]
    pub fn rule(&self) -> Rule {
        Rule::from_board(&self.start, self.steps.iter().copied().map(Step::from).collect())
    }

    /// The witness of a game that was recorded from its start board on.
    #[must_use]
    pub fn witness(&self) -> Witness {
        Witness { size: self.board.size(), rules: vec![self.rule()], end: self.totals() }
    }

    /// The totals at the end, as a witness claims them.
    #[must_use]
    pub const fn totals(&self) -> Totals {
        Totals { moves: self.moves, score: self.score, fours: self.fours }
    }
}

/// Plays a game from its start: two tiles are born on distinct cells, then moves are made
/// `until` the stop rule is satisfied, no move is legal or `limits` are reached.
#[must_use]
pub fn play(
    size: Size,
    policy: Policy,
    births: Births,
    until: &Until,
    stream: &mut Stream,
    limits: Limits,
) -> Game {
    let rules = Rules { policy, births, until, limits };
    let mut steps = Vec::new();
    let game = with_side!(size, N => rules.start::<N>(stream, |step| steps.push(step)));
    Game { steps, ..game }
}

/// The same game as [`play`] gives, without its steps.
#[must_use]
pub fn play_unrecorded(
    size: Size,
    policy: Policy,
    births: Births,
    until: &Until,
    stream: &mut Stream,
    limits: Limits,
) -> Game {
    let rules = Rules { policy, births, until, limits };
    with_side!(size, N => rules.start::<N>(stream, |_| {}))
}

/// Plays on from a state: the moves and 4s before it follow from board and score.
///
/// # Errors
/// If no game has this board with this score by the arithmetic of [`Ledger`].
pub fn play_from(
    (board, score): (&Board, u64),
    policy: Policy,
    births: Births,
    until: &Until,
    stream: &mut Stream,
    limits: Limits,
) -> Result<Game, LedgerError> {
    let ledger = Ledger::of(board, score)?;
    let rules = Rules { policy, births, until, limits };
    let mut steps = Vec::new();
    let game = with_side!(board.size(), N => {
        let state = State {
            board: Engine::<N>::new(board).unwrap_or_default(),
            score,
            moves: ledger.moves,
            fours: ledger.fours,
            top: board.max_rank(),
        };
        rules.run(state, stream, |step| steps.push(step))
    });
    Ok(Game { steps, ..game })
}

struct Rules<'a> {
    policy: Policy,
    births: Births,
    until: &'a Until,
    limits: Limits,
}

/// The state in play.
struct State<const N: usize> {
    board: Engine<N>,
    score: u64,
    moves: u64,
    fours: u64,
    /// The largest rank.
    top: u8,
}

impl Rules<'_> {
    fn start<const N: usize>(&self, stream: &mut Stream, record: impl FnMut(PlayStep)) -> Game {
        let mut state =
            State { board: Engine::<N>::default(), score: 0, moves: 0, fours: 0, top: 0 };
        for _ in 0..2 {
            let (_, rank) = self.births.start(&mut state.board, stream);
            state.count_birth(rank);
        }
        let game = self.run(state, stream, record);
        debug_assert_eq!(
            Ledger::of(&game.board, game.score).map(|ledger| (ledger.moves, ledger.fours)),
            Ok((game.moves, game.fours)),
            "the sums are those of the closed form"
        );
        game
    }

    fn run<const N: usize>(
        &self,
        mut state: State<N>,
        stream: &mut Stream,
        mut record: impl FnMut(PlayStep),
    ) -> Game {
        let start = state.board.board();
        let last = state.moves.saturating_add(self.limits.max_moves);
        let mut player = Player::<N>::new(self.policy, self.births);
        let ended = loop {
            if state.satisfies(self.until) {
                break Ended::Satisfied;
            }
            if state.moves == last {
                break Ended::MoveLimit;
            }
            let Some(choice) = player.choose(&state.board, stream) else {
                break match self.until {
                    Until::GameOver => Ended::Satisfied,
                    Until::Moves(_) | Until::Tile(_) | Until::Score(_) | Until::First(_) => {
                        Ended::GameOver
                    }
                };
            };
            state.board = choice.after;
            state.count_gain(choice.gain);
            let (cell, rank) = self.births.give(&mut state.board, stream);
            state.count_birth(rank);
            state.moves += 1;
            // A cell is below 49.
            let cell = u8::try_from(cell).unwrap_or(u8::MAX);
            record(PlayStep { direction: choice.direction, cell, rank });
        };
        Game {
            start,
            steps: Vec::new(),
            board: state.board.board(),
            score: state.score,
            moves: state.moves,
            fours: state.fours,
            ended,
        }
    }
}

impl<const N: usize> State<N> {
    fn count_birth(&mut self, rank: u8) {
        self.fours += u64::from(rank == 2);
        self.top = self.top.max(rank);
    }

    fn count_gain(&mut self, gain: u64) {
        self.score = self.score.saturating_add(gain);
        // Only a merge into a larger tile than the largest gains this much at once, so that
        // the board is looked at rarely.
        if gain > tile_value(self.top) {
            self.top = self.board.max_rank();
        }
    }

    /// [`Until::GameOver`] is answered by the player, who finds no move.
    fn satisfies(&self, until: &Until) -> bool {
        match until {
            Until::Moves(moves) => self.moves >= *moves,
            Until::Tile(tile) => tile_value(self.top) >= *tile,
            Until::Score(score) => self.score >= *score,
            Until::GameOver => false,
            Until::First(condition) => {
                let facts = StateFacts {
                    moves: self.moves,
                    score: self.score,
                    fours: self.fours,
                    empty: u64::from(self.board.empty_count()),
                    tile: tile_value(self.top),
                    dead: false,
                };
                condition.numbers_hold(&facts)
                    && condition.dead.is_none_or(|dead| dead == self.board.is_dead())
            }
        }
    }
}

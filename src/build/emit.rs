//! Writing the programs of a tower as the rules of a witness.

use super::flood::Play;
use super::tower::Tower;
use crate::game::board::Board;
use crate::witness::{Rule, Slot, Step};
use rustc_hash::{FxHashMap, FxHashSet};

/// Ranks above this stand for finished tiles in the boards of a search.
const SMALL: u8 = 12;

/// The rules so far, and which program each of them is.
pub(super) struct Emitter<'a> {
    tower: &'a Tower,
    pub(super) rules: Vec<Rule>,
    raises: FxHashMap<(u8, usize), usize>,
    ways: FxHashMap<(usize, Board), usize>,
    /// By place, the boards at which ways of its tree meet: where a rule begins.
    meets: Vec<FxHashSet<Board>>,
}

impl<'a> Emitter<'a> {
    /// An emitter for a game that raises these ranks, place by place.
    pub(super) fn new(tower: &'a Tower, ranks: &[u8]) -> Self {
        let mut emitter = Self {
            tower,
            rules: Vec::new(),
            raises: FxHashMap::default(),
            ways: FxHashMap::default(),
            meets: Vec::new(),
        };
        emitter.meets = emitter.find_meets(ranks);
        emitter
    }

    /// The programs (rank, place) that are tidied up after, by place.
    fn tidied(&self, ranks: &[u8]) -> Vec<FxHashSet<u8>> {
        let places = self.tower.places.len();
        // Which programs are run: from the largest rank down, each one runs two smaller ones.
        let mut run: Vec<FxHashSet<u8>> = vec![FxHashSet::default(); places];
        let mut tidied = vec![FxHashSet::default(); places];
        for (place, &rank) in ranks.iter().enumerate().take(places) {
            run[place].insert(rank);
            if place + 1 < ranks.len() {
                tidied[place].insert(rank);
            }
        }
        for place in 0..places {
            let mut queue: Vec<u8> = run[place].iter().copied().collect();
            while let Some(rank) = queue.pop() {
                if rank > self.tower.places[place].head {
                    if run[place].insert(rank - 1) {
                        queue.push(rank - 1);
                    }
                    tidied[place].insert(rank - 1);
                    if place + 1 < places {
                        run[place + 1].insert(rank - 1);
                    }
                }
            }
        }
        tidied
    }

    fn find_meets(&self, ranks: &[u8]) -> Vec<FxHashSet<Board>> {
        let tidied = self.tidied(ranks);
        let mut meets = vec![FxHashSet::default()];
        for (place, tree) in self.tower.places.iter().enumerate().skip(1) {
            let mut from: FxHashMap<Board, Option<Board>> = FxHashMap::default();
            let mut here = FxHashSet::default();
            for &rank in &tidied[place - 1] {
                let Some(left) = self.tower.left.get(&(rank, place - 1)) else { continue };
                let (mut before, mut board) = (None, left.board);
                loop {
                    match from.get(&board) {
                        Some(known) if *known == before => break,
                        Some(_) => {
                            here.insert(board);
                            break;
                        }
                        None => from.insert(board, before),
                    };
                    let Some(&(_, next)) = tree.tree.get(&board) else { break };
                    if board == tree.entry {
                        break;
                    }
                    (before, board) = (Some(board), next);
                }
            }
            here.remove(&tree.entry);
            meets.push(here);
        }
        meets
    }

    /// The slots of a search's board.
    fn slots(board: &Board) -> Vec<Slot> {
        let slot = |&rank: &u8| match rank {
            0 => Slot::Empty,
            1..=SMALL => Slot::Rank(rank),
            _ => Slot::Variable,
        };
        board.ranks().iter().map(slot).collect()
    }

    fn push(&mut self, before: &Board, steps: Vec<Step>) -> usize {
        self.rules.push(Rule { before: Self::slots(before), steps });
        self.rules.len() - 1
    }

    /// The steps from `board` to the entry of `place`.
    pub(super) fn tidy(&mut self, place: usize, board: &Board) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut here = *board;
        let tower = self.tower;
        let region = &tower.places[place];
        while here != region.entry {
            if self.meets[place].contains(&here) {
                steps.push(Step::Call(self.way(place, &here)));
                break;
            }
            let Some(&(play, next)) = region.tree.get(&here) else { break };
            steps.push(step(play));
            here = next;
        }
        steps
    }

    /// The rule from a board at which ways meet to the entry of `place`.
    fn way(&mut self, place: usize, board: &Board) -> usize {
        if let Some(&rule) = self.ways.get(&(place, *board)) {
            return rule;
        }
        let mut steps = Vec::new();
        if let Some(&(play, next)) = self.tower.places[place].tree.get(board) {
            steps.push(step(play));
            steps.extend(self.tidy(place, &next));
        }
        let rule = self.push(board, steps);
        self.ways.insert((place, *board), rule);
        rule
    }

    /// The rule `R(rank, place)`.
    pub(super) fn raise(&mut self, rank: u8, place: usize) -> usize {
        if let Some(&rule) = self.raises.get(&(rank, place)) {
            return rule;
        }
        let tower = self.tower;
        let here = &tower.places[place];
        let mut steps;
        if rank == here.head {
            steps = here.raise.iter().map(|&play| step(play)).collect();
        } else {
            let below = rank - 1;
            steps = vec![Step::Call(self.raise(below, place))];
            if place + 1 < tower.places.len() {
                if let Some(left) = tower.left.get(&(below, place)) {
                    steps.extend(self.tidy(place + 1, &left.board));
                }
                steps.push(Step::Call(self.raise(below, place + 1)));
            } else if let Some(finale) = &tower.finale {
                steps.extend(&finale.beside);
            }
            let birth = tower.left.get(&(rank, place)).map_or(0, |left| left.birth);
            let direction = tower.snake.merge(place);
            steps.push(Step::Move { direction, cell: birth, rank: 1 });
        }
        let rule = self.push(&here.entry, steps);
        self.raises.insert((rank, place), rule);
        rule
    }
}

pub(super) fn step(play: Play) -> Step {
    Step::Move { direction: play.direction, cell: play.cell, rank: 1 }
}

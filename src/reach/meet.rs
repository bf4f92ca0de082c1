//! Free play from one board to another: a wide beam forwards from the one, another one backwards
//! from the other, until a board is met that both know.

use super::aims::View;
use super::limits::Limits;
use super::node::{Node, Rows, Step, half_sum, rank_in};
use super::promising::{Effort, promising_steps};
use super::random::Stream;
use super::reverse::Newborns;
use crate::game::board::Direction;
use crate::game::fast::Engine;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is asked for.
pub(crate) struct Meeting<const N: usize> {
    /// The settled board to come to, and which of its tiles stay where they are.
    pub(crate) view: View<N>,
    /// The settled boards to begin with, each with the slide that makes it.
    pub(crate) starts: Vec<(Direction, Rows<N>)>,
    /// The nodes of the search to come to. They and the starts have the tiles that stay.
    pub(crate) goals: Goals<N>,
    /// The last layer of the search.
    pub(crate) last: usize,
    /// Half the sum of the tiles that are born on the way to the target.
    pub(crate) missing: u64,
    /// Births beyond the target: boards of the search with more tiles may be met.
    pub(crate) beyond: u64,
}

/// Boards a layer forwards, three times as many where a goal may be met.
const WIDTH: usize = 120;
/// Boards a layer backwards.
const BACK_WIDTH: usize = 400;
/// With fewer goals a meeting is unlikely.
const FEWEST: usize = 100;
/// The most layers backwards.
const BACK: usize = 24;
/// The free cells along the snake in which births are tried.
const BIRTHS: usize = 12;

/// What follows a board from which the game goes on to the state.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal<const N: usize> {
    /// It is the node `at` of the layer `layer` of the search.
    Node { layer: usize, at: usize },
    /// A step leads on to another one.
    Before(Step, Rows<N>),
}

/// Boards from which the game goes on to the state.
pub(crate) type Goals<const N: usize> = FxHashMap<Rows<N>, Goal<N>>;

/// A way to a node of the search.
pub(crate) struct Way {
    /// Which of the starts it begins with.
    pub(crate) start: usize,
    /// The slide to begin with.
    pub(crate) first: Direction,
    pub(crate) steps: Vec<Step>,
    pub(crate) layer: usize,
    pub(crate) at: usize,
}

/// A way from one of the starts to a node of the search, and how many boards were looked at.
pub(crate) fn meet<const N: usize>(
    mut meeting: Meeting<N>,
    limits: &Limits<'_>,
) -> (Option<Way>, u64) {
    look_back(&mut meeting);
    let mut looks = meeting.goals.len() as u64;
    let way =
        (meeting.goals.len() >= FEWEST).then(|| climb(&meeting, limits, &mut looks)).flatten();
    (way, looks)
}

/// Free play from the starts until it meets a goal.
fn climb<const N: usize>(
    meeting: &Meeting<N>,
    limits: &Limits<'_>,
    looks: &mut u64,
) -> Option<Way> {
    let Meeting { view, goals, .. } = meeting;
    let least = goals.keys().map(half_sum).min()?;
    let none = Step { cell: 0, rank: 0, slide: Direction::Left };
    let begin = |(at, &(_, rows)): (usize, &(Direction, Rows<N>))| Node {
        rows,
        parent: u32::try_from(at).unwrap_or(u32::MAX),
        step: none,
    };
    let mut layers: Vec<Vec<Node<N>>> =
        vec![meeting.starts.iter().enumerate().map(begin).collect()];
    let first = half_sum(&meeting.starts.first()?.1);
    let mut found: Vec<(u64, Node<N>)> = Vec::new();
    let mut seen = FxHashSet::<Rows<N>>::default();
    for nth in 1..=meeting.missing + meeting.beyond {
        if limits.are_reached() {
            return None;
        }
        let may_meet = first + nth >= least;
        let width = if may_meet { 3 * WIDTH } else { WIDTH };
        found.clear();
        for (parent, node) in (0u32..).zip(layers.last()?) {
            let free = |&&cell: &&u8| rank_in(&node.rows, usize::from(cell)) == 0;
            for &cell in view.cells.iter().filter(free).take(BIRTHS) {
                let mut born = Engine::of_rows(node.rows);
                born.place(usize::from(cell), 1);
                for slide in Direction::ALL {
                    let after = born.slide(slide);
                    let rows = *after.rows();
                    if !after.differs(&born) || !view.stands.are_on(&rows) {
                        continue;
                    }
                    let next = Node { rows, parent, step: Step { cell, rank: 1, slide } };
                    if may_meet && goals.contains_key(&rows) {
                        return path(meeting, &layers, next);
                    }
                    *looks += 1;
                    let score = view.score(&rows);
                    if score > 0 {
                        found.push((score, next));
                    }
                }
            }
        }
        let keep = 3 * width;
        if found.len() > keep {
            found.select_nth_unstable_by(keep, |a, b| b.0.cmp(&a.0));
            found.truncate(keep);
        }
        found.sort_unstable_by(|a, b| (b.0, &b.1.rows).cmp(&(a.0, &a.1.rows)));
        seen.clear();
        let mut layer: Vec<Node<N>> = Vec::with_capacity(width);
        for (_, node) in &found {
            if seen.insert(node.rows) {
                layer.push(*node);
                if layer.len() == width {
                    break;
                }
            }
        }
        if layer.is_empty() {
            return None;
        }
        layers.push(layer);
    }
    None
}

/// Makes goals of the best boards from which the game comes to one.
fn look_back<const N: usize>(meeting: &mut Meeting<N>) {
    let Meeting { view, goals, last, missing, .. } = meeting;
    let mut here: Vec<Rows<N>> = goals
        .iter()
        .filter(|(_, goal)| matches!(goal, Goal::Node { layer, .. } if layer == last))
        .map(|(rows, _)| *rows)
        .collect();
    here.sort_unstable();
    let mut stream = Stream::new(7);
    let effort = Effort { samples: 4, share: 64 };
    let newborns = Newborns { twos: 1, fours: 1 };
    let least = half_sum(&view.target).saturating_sub(*missing * 2 / 3);
    for _ in 0..BACK {
        let mut found: FxHashMap<Rows<N>, (Step, Rows<N>)> = FxHashMap::default();
        for rows in &here {
            let stands = &view.stands.mask;
            promising_steps(rows, stands, newborns, effort, &mut stream, &mut |before, step| {
                if view.stands.are_on(before)
                    && half_sum(before) >= least
                    && !goals.contains_key(before)
                {
                    found.entry(*before).or_insert((step, *rows));
                }
            });
        }
        let mut best: Vec<(u64, Rows<N>)> =
            found.keys().map(|rows| (view.score(rows), *rows)).collect();
        best.sort_unstable_by(|a, b| b.cmp(a));
        best.truncate(BACK_WIDTH);
        here = best.iter().map(|best| best.1).collect();
        if here.is_empty() {
            break;
        }
        goals.extend(here.iter().map(|rows| {
            let (step, next) = found[rows];
            (*rows, Goal::Before(step, next))
        }));
    }
}

/// The way to `last`, and on to a node of the search.
fn path<const N: usize>(
    meeting: &Meeting<N>,
    layers: &[Vec<Node<N>>],
    last: Node<N>,
) -> Option<Way> {
    let mut steps = Vec::new();
    let mut node = last;
    for layer in layers.iter().rev() {
        steps.push(node.step);
        node = *layer.get(usize::try_from(node.parent).ok()?)?;
    }
    steps.reverse();
    let start = usize::try_from(node.parent).ok()?;
    let (first, _) = *meeting.starts.get(start)?;
    let mut rows = last.rows;
    loop {
        match *meeting.goals.get(&rows)? {
            Goal::Node { layer, at } => return Some(Way { start, first, steps, layer, at }),
            Goal::Before(step, next) => {
                steps.push(step);
                rows = next;
            }
        }
    }
}

//! From a recipe to a witness.

use super::emit::{self, Emitter};
use super::extend::{doubled, finish, symmetry, turned, unsound};
use super::flood::{Judged, Source, Stop, Width, flood};
use super::fours::Flexible;
use super::recipe::{BuildError, Fours, Recipe};
use super::small;
use super::snake::{Region, Snake, Taste, engine};
use super::tower::{HEAD, Stuck, Tower, tower};
use crate::game::board::{Board, Size, tile_value};
use crate::game::fast::Engine;
use crate::with_side;
use crate::witness::{Rule, Step, Verified, Witness};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Places of the snake that are done.
    pub done: usize,
    /// Places in all.
    pub of: usize,
}

/// A state that was constructed, with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The proof.
    pub witness: Witness,
    /// What it proves.
    pub verified: Verified,
    /// The numbers of born 4s that this construction can make: for [`Fours::Exactly`] the whole
    /// range for the recipe's tiles, else only the number that was made.
    pub fours_range: RangeInclusive<u64>,
    /// For a single tile: how many moves more than the fewest possible ones for this number of
    /// 4s, where that is known (no 4s, the fewest, or all).
    pub surplus_moves: Option<u64>,
}

/// Builds what the recipe asks for.
///
/// `progress` is told now and then how far the search has come; a 7×7 chain takes the longest.
/// The result depends on nothing but the recipe.
///
/// # Errors
/// Why the recipe is impossible, or that no game was found.
pub fn build(recipe: &Recipe, progress: &(dyn Fn(Progress) + Sync)) -> Result<Built, BuildError> {
    let raise = |size: Size, reach: usize| {
        let tell = |done, of| progress(Progress { done, of });
        with_side!(size, N => tower::<N>(size, reach, &tell)).map(Arc::new)
    };
    build_with(recipe, &raise)
}

/// Where towers come from: the one of a size whose places and ranks reach so far.
pub(super) type Raise<'a> = dyn Fn(Size, usize) -> Result<Arc<Tower>, Stuck> + 'a;

/// The same with towers from elsewhere.
pub(super) fn build_with(recipe: &Recipe, raise: &Raise<'_>) -> Result<Built, BuildError> {
    recipe.check()?;
    let size = recipe.size;
    let (rules, fours_range) = match size.side() {
        2 => smallest(recipe)?,
        _ => constructed(recipe, raise)?,
    };
    let (witness, _) = finish(size, rules).map_err(unsound)?;
    let turned = turned(&witness, symmetry(recipe.seed));
    let (witness, verified) = finish(size, turned.rules).map_err(unsound)?;
    let totals = verified.totals();
    let fewest = match recipe.ranks[..] {
        [rank] => fewest_moves(size, rank, recipe.fours),
        _ => None,
    };
    Ok(Built {
        witness,
        fours_range: fours_range.unwrap_or(totals.fours..=totals.fours),
        surplus_moves: fewest.and_then(|fewest| totals.moves.checked_sub(fewest)),
        verified,
    })
}

/// The fewest moves to a first tile of `rank`, where a proof is known: at the birth of its last
/// leaf the board holds each smaller rank once, and every merge of the cascade bears a tile.
///
/// All births 4: 2^(k−2) + k − 4. No 4 (k ≤ N): 2^(k−1) + k − 3. The largest rank N + 1 with its
/// one 4: 2^(k−1) + k − 5. These hold from rank 3 on.
#[must_use]
pub fn fewest_moves(size: Size, rank: u8, fours: Fours) -> Option<u64> {
    let k = u64::from(rank);
    if rank < 3 || usize::from(rank) > size.cells() + 1 {
        return None;
    }
    match fours {
        Fours::All => Some((1u64 << (k - 2)) + k - 4),
        Fours::None | Fours::Fewest if usize::from(rank) <= size.cells() => {
            Some((1u64 << (k - 1)) + k - 3)
        }
        Fours::Fewest => Some((1u64 << (k - 1)) + k - 5),
        Fours::None | Fours::Exactly(_) => None,
    }
}

/// The rules of a game for the recipe, and the numbers of born 4s there could be.
type Constructed = (Vec<Rule>, Option<RangeInclusive<u64>>);

fn constructed(recipe: &Recipe, raise: &Raise<'_>) -> Result<Constructed, BuildError> {
    let size = recipe.size;
    match recipe.fours {
        Fours::None | Fours::Fewest => Ok((game(size, &recipe.ranks, raise)?, None)),
        Fours::All => {
            let halves: Vec<u8> = recipe.ranks.iter().map(|rank| rank - 1).collect();
            let rules = game(size, &halves, raise)?;
            Ok((doubled(&rules).ok_or(BuildError::NotFound { at: 0 })?, None))
        }
        Fours::Exactly(asked) => {
            let rules = game(size, &recipe.ranks, raise)?;
            let (least, most) = range(size, &rules).ok_or(BuildError::NotFound { at: 0 })?;
            let more = asked.checked_sub(least).filter(|_| asked <= most);
            let more = more.ok_or(BuildError::FoursOutOfRange { asked, least, most })?;
            let flexible = Flexible::new(size, &rules).ok_or(BuildError::NotFound { at: 0 })?;
            Ok((flexible.with_more(more), Some(least..=most)))
        }
    }
}

/// The same on 2×2, where all games are known.
fn smallest(recipe: &Recipe) -> Result<Constructed, BuildError> {
    let size = recipe.size;
    match recipe.fours {
        Fours::All => {
            let halves: Vec<u8> = recipe.ranks.iter().map(|rank| rank - 1).collect();
            let games = small::games(size, &halves)?;
            let none = games.into_iter().find(|game| game.fours == 0);
            let rules = none.and_then(|game| doubled(&game.rules));
            Ok((rules.ok_or(BuildError::NotFound { at: 0 })?, None))
        }
        Fours::None | Fours::Fewest | Fours::Exactly(_) => {
            let mut games = small::games(size, &recipe.ranks)?;
            // Every number between the least and the most occurs, as an enumeration shows.
            let (least, most) = (games[0].fours, games[games.len() - 1].fours);
            let asked = match recipe.fours {
                Fours::None => 0,
                Fours::Exactly(asked) => asked,
                Fours::Fewest | Fours::All => least,
            };
            let found = games.iter().position(|game| game.fours == asked);
            let found = found.ok_or(BuildError::FoursOutOfRange { asked, least, most })?;
            Ok((games.swap_remove(found).rules, Some(least..=most)))
        }
    }
}

/// The fewest and the most born 4s that rules can have.
fn range(size: Size, rules: &[Rule]) -> Option<(u64, u64)> {
    let flexible = Flexible::new(size, rules)?;
    let least = flexible.fewest();
    Some((least, least.checked_add(flexible.most_more())?))
}

/// The rules of a game to these ranks with as few 4s as they allow: along the snake, but for tight
/// lists on 3×3.
fn game(size: Size, ranks: &[u8], raise: &Raise<'_>) -> Result<Vec<Rule>, BuildError> {
    match along_snake(size, ranks, raise) {
        Err(error) if size.side() == 3 => small::cut(ranks).ok_or(error),
        found => found,
    }
}

/// The rules of a game to these ranks along the snake, by the tower if they are large.
fn along_snake(size: Size, ranks: &[u8], raise: &Raise<'_>) -> Result<Vec<Rule>, BuildError> {
    // The tiles that the tower raises; the smaller ones are made by explicit moves.
    let large: Vec<u8> = ranks.iter().copied().take_while(|&rank| rank >= HEAD).collect();
    let reach = large.iter().enumerate().map(|(at, &rank)| at + usize::from(rank)).max();
    let Some(reach) = reach else { return explicit(size, ranks) };
    if size.side() == 3 && reach > size.cells() {
        return Err(BuildError::NotFound { at: 0 });
    }
    let tower = raise(size, reach).map_err(|stuck| BuildError::NotFound { at: stuck.place })?;
    // A list may step down to a rank below the head of its place.
    let raised =
        large.iter().zip(&tower.places).take_while(|(rank, place)| **rank >= place.head).count();
    // As the first rank does on a tower that is taller than needed.
    if raised == 0 {
        return explicit(size, ranks);
    }
    play(&tower, ranks, raised)
}

/// The rules of a game on `tower`, which raises the first `raised` ranks.
fn play(tower: &Tower, ranks: &[u8], raised: usize) -> Result<Vec<Rule>, BuildError> {
    let size = tower.snake.size();
    let mut emitter = Emitter::new(tower, &ranks[..raised]);
    let start = start(&tower.snake);
    let mut steps = emitter.tidy(0, &start);
    for (place, &rank) in ranks[..raised].iter().enumerate() {
        if place > 0 {
            let left = &tower.left[&(ranks[place - 1], place - 1)];
            steps.extend(emitter.tidy(place, &left.board));
        }
        steps.push(Step::Call(emitter.raise(rank, place)));
    }
    if raised < ranks.len() {
        let left = &tower.left[&(ranks[raised - 1], raised - 1)];
        let rest = &ranks[raised..];
        let tight = |(at, rank): (usize, &u8)| usize::from(*rank) + raised + at == size.cells() + 1;
        match &tower.finale {
            Some(finale) if rest.iter().enumerate().all(tight) && raised == tower.places.len() => {
                let count = rest.len().min(finale.last.len());
                steps.extend(finale.last[..count].iter().flatten());
            }
            _ => {
                let tail =
                    with_side!(size, N => tail::<N>(&tower.snake, raised, &left.board, rest))
                        .ok_or(BuildError::NotFound { at: raised })?;
                steps.extend(tail);
            }
        }
    }
    let mut rules = emitter.rules;
    rules.push(Rule::from_board(&start, steps));
    Ok(rules)
}

/// Where every game begins: two 2s on the first cells of the snake.
fn start(snake: &Snake) -> Board {
    snake.finished(0).with(snake.cell(0), 1).with(snake.cell(1), 1)
}

/// A game of explicit moves, for small ranks.
fn explicit(size: Size, ranks: &[u8]) -> Result<Vec<Rule>, BuildError> {
    let snake = Snake::new(size);
    let start = start(&snake);
    let steps = with_side!(size, N => tail::<N>(&snake, 0, &start, ranks))
        .ok_or(BuildError::NotFound { at: 0 })?;
    Ok(vec![Rule::from_board(&start, steps)])
}

/// Explicit moves from `board` until the region from `place` on begins with `ranks`. Without a
/// 4; other tiles are smaller than the last of them if that can be had.
fn tail<const N: usize>(
    snake: &Snake,
    place: usize,
    board: &Board,
    ranks: &[u8],
) -> Option<Vec<Step>> {
    let region = Region::<N>::new(snake, place);
    let start: Engine<N> = engine(board);
    let cells: Vec<usize> = snake.cells_from(place).take(ranks.len()).collect();
    let there = |board: &Engine<N>| cells.iter().zip(ranks).all(|(&c, &r)| board.rank(c) == r);
    let last =
        region.sum(&start).max(ranks.iter().map(|&rank| tile_value(rank)).sum::<u64>()) + 256;
    let least = ranks.last().copied().unwrap_or(0);
    // What is left of larger tiles may be larger than those asked for, and stays.
    let most = ranks[0].max(region.max_rank(&start, 0));
    for strict in [least, u8::MAX] {
        for best in [100, 800, 4000] {
            let judge = |board: &Engine<N>| {
                if region.max_rank(board, 0) > most {
                    Judged::Drop
                } else if there(board) && region.max_rank(board, ranks.len()) < strict {
                    Judged::Goal
                } else {
                    Judged::Go
                }
            };
            let flood = flood(
                &region,
                &[Source { board: start, bit: 1 }],
                &Taste::Early,
                Width { best, each: 0 },
                last,
                &judge,
                &mut |layer| if layer.goals().next().is_some() { Stop::Here } else { Stop::Go },
            );
            let goal = flood.layers.last().and_then(|layer| layer.goals().next());
            if let Some((spot, _)) = goal {
                let (_, ways) = flood.path_to(flood.layers.len() - 1, spot);
                return Some(ways.into_iter().map(|way| emit::step(way.0)).collect());
            }
        }
    }
    None
}

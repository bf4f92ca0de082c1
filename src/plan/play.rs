//! How a game is simulated: its player, its births, its end.

use super::check::Faults;
use super::condition::condition;
use super::{DEFAULT_ATTEMPTS, MAX_ATTEMPTS, Play, raw};
use crate::game::Size;
use crate::limits::{MAX_SCORE, MAX_TILE_RANK};
use crate::policy::{Births, Order, Policy, Until};
use crate::seed::Probability;
use toml::Spanned;

impl Faults {
    pub(super) fn play(&mut self, raw: Spanned<raw::Play>, size: Option<Size>) -> Option<Play> {
        let span = raw.span();
        let raw = raw.into_inner();
        let policy = self.policy(&raw);
        let births = match &raw.births {
            None => Some(Births::default()),
            Some(births) => self.births(births),
        };
        let until = self.until(&raw.until);
        let attempts = match &raw.attempts {
            None => Some(DEFAULT_ATTEMPTS),
            Some(attempts) => self.number("`attempts`", attempts, MAX_ATTEMPTS),
        };
        Some(Play {
            size,
            policy: policy?,
            births: births?,
            until: until?,
            attempts: attempts?,
            salt: raw.salt,
            span,
        })
    }

    fn policy(&mut self, raw: &raw::Play) -> Option<Policy> {
        if let (Some(order), false) = (&raw.order, raw.policy == raw::Policy::Corner) {
            self.add(order.span(), "only the policy `corner` has an `order`");
        }
        if let (Some(depth), false) = (&raw.depth, raw.policy == raw::Policy::Expectimax) {
            self.add(depth.span(), "only the policy `expectimax` has a `depth`");
        }
        match raw.policy {
            raw::Policy::Uniform => Some(Policy::Uniform),
            raw::Policy::Greedy => Some(Policy::Greedy),
            raw::Policy::NoMerge => Some(Policy::NoMerge),
            raw::Policy::Corner => match &raw.order {
                None => Some(Policy::Corner(Order::default())),
                Some(order) => {
                    let parsed = Order::parse(order.get_ref());
                    if parsed.is_none() {
                        let message = "the order must have each of `L`, `R`, `U`, `D` once";
                        self.add(order.span(), message);
                    }
                    parsed.map(Policy::Corner)
                }
            },
            raw::Policy::Expectimax => match &raw.depth {
                None => Some(Policy::EXPECTIMAX),
                Some(depth) => {
                    let depth = self.number("the depth", depth, u32::from(Policy::MAX_DEPTH))?;
                    Some(Policy::Expectimax { depth: u8::try_from(depth).ok()? })
                }
            },
        }
    }

    fn births(&mut self, raw: &Spanned<raw::Births>) -> Option<Births> {
        match *raw.get_ref() {
            raw::Births::Usual => Some(Births::default()),
            raw::Births::AllTwos => Some(Births::AllTwos),
            raw::Births::AllFours => Some(Births::AllFours),
            raw::Births::Adversarial => Some(Births::Adversarial),
            raw::Births::Four(chance) => match Probability::new(chance) {
                Ok(chance) => Some(Births::Chance(chance)),
                Err(error) => {
                    self.add(raw.span(), error.to_string());
                    None
                }
            },
        }
    }

    fn until(&mut self, raw: &Spanned<raw::Until>) -> Option<Until> {
        Some(match raw.get_ref() {
            raw::Until::GameOver => Until::GameOver,
            raw::Until::Moves(moves) => Until::Moves(*moves),
            raw::Until::Score(score) if *score > MAX_SCORE => {
                self.add(raw.span(), format!("no score is above {MAX_SCORE}"));
                return None;
            }
            raw::Until::Score(score) => Until::Score(*score),
            raw::Until::Tile(tile) => {
                if !tile.is_power_of_two() || *tile < 2 || *tile > 1 << MAX_TILE_RANK {
                    let message = format!("no tile is {tile}: tiles are powers of two, 2 to 2^50");
                    self.add(raw.span(), message);
                    return None;
                }
                Until::Tile(*tile)
            }
            raw::Until::First(asked) => Until::First(condition(asked)),
        })
    }
}

//! Deciding whether a game reaches a state.
#![allow(missing_docs)]
use crate::game::{Board, Ledger};
use crate::witness::Witness;
pub struct Options<'a> {
    pub budget: std::time::Duration,
    pub cancelled: Option<&'a std::sync::atomic::AtomicBool>,
}
pub struct Refutation;
impl Refutation {
    pub fn id(&self) -> &'static str {
        "unreachable"
    }
}
impl std::fmt::Display for Refutation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no")
    }
}
pub enum Decision {
    Reachable { witness: Witness, exact: bool },
    Unreachable(Refutation),
    Undecided(&'static str),
}
pub fn refute(_: &Board, _: &Ledger) -> Result<(), Refutation> {
    Ok(())
}
pub fn decide(_: &Board, _: u64, _: &Options<'_>) -> Decision {
    Decision::Undecided("stub")
}

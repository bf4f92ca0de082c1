//! `check` of submissions through the binary: what they come to, and that nothing of them stays.

mod build;
mod compile;
mod contain;
mod court;
mod matrix;
mod stress;

//! `game-moves check`.
use super::output::Failure;
/// Options of `check`.
#[derive(Debug, clap::Args)]
pub struct Args {}
/// Stub.
/// # Errors
/// Always.
pub fn run(_: &Args) -> Result<u8, Failure> {
    Err(Failure::Usage("stub".to_owned()))
}

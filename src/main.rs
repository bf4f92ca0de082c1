//! The `game-moves` binary: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    game_moves::cli::main(std::env::args_os())
}

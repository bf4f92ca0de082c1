//! The slow truths: the whole 3×3 game. Run in release mode:
//! `cargo test --release --test exhaustive`.

mod counts;
#[path = "../it/enumerate.rs"]
mod enumerate;
mod exact;

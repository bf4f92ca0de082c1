//! The table of the 3×3 game, as the subcommands use it.

use super::output;
use crate::reach::exact::{CachePlace, OnDemand, Progress};
use indicatif::ProgressBar;

/// The table in the user's cache folder. Building it is announced on stderr, with a bar on a
/// terminal.
pub(super) fn of_user() -> OnDemand {
    let bar = ProgressBar::no_length();
    OnDemand::new(CachePlace::of_user(), move |Progress { layers, of }| {
        if bar.length().is_none() {
            output::message(
                "building the table of the 3x3 game, once; this takes about 20 seconds\n",
            );
        }
        bar.set_length(of as u64);
        bar.set_position(layers as u64);
        if layers == of {
            bar.finish_and_clear();
        }
    })
}

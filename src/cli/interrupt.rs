//! Ctrl-C: the program ends at once, but never in the middle of replacing a file, and leaves no
//! folder that runs were made in.

use crate::package::write;
use crate::run;

/// The exit status of an interrupted command, as shells count it.
const INTERRUPTED: i32 = 130;

/// From now on an interrupt waits for the file that is being replaced, then ends the program.
pub(super) fn watch() {
    // It fails only if something watches already.
    let _ = ctrlc::set_handler(|| {
        let _no_file_is_half_written = write::pause();
        run::abandon();
        std::process::exit(INTERRUPTED);
    });
}

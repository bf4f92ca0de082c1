//! Ctrl-C: the program ends at once, but never in the middle of replacing a file.

use crate::package::write;

/// The exit status of an interrupted command, as shells count it.
const INTERRUPTED: i32 = 130;

/// From now on an interrupt waits for the file that is being replaced, then ends the program.
pub(super) fn watch() {
    // It fails only if something watches already.
    let _ = ctrlc::set_handler(|| {
        let _no_file_is_half_written = write::pause();
        std::process::exit(INTERRUPTED);
    });
}

//! The judge's side of a kept run: starting the keeper, taking in what the run prints.

use super::ends::Ends;
use super::order::{Ended, KEEP, Order, Report};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// How much of each end of standard error is kept at least, in bytes.
pub(super) const ERROR_BYTES: usize = 2048;

/// A kept run that is over.
pub(super) struct Kept {
    pub(super) report: Report,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    /// Whether more was printed than was allowed.
    pub(super) too_much: bool,
}

/// Has `order` carried out by the tool at `helper`. At most `output_bytes` of output are allowed.
pub(super) fn launch(helper: &Path, order: &Order, output_bytes: u64) -> io::Result<Kept> {
    let (control, theirs) = UnixStream::pair()?;
    let (mut stdout, stdout_theirs) = io::pipe()?;
    let (mut stderr, stderr_theirs) = io::pipe()?;
    let mut command = Command::new(helper);
    command.arg0("game-moves").arg(KEEP).arg(serde_json::to_string(order)?);
    command.stdin(Stdio::from(OwnedFd::from(theirs)));
    command.stdout(stdout_theirs).stderr(stderr_theirs).process_group(0);
    let mut keeper = command.spawn()?;
    // The copies of the other ends in here must close, or the streams would not end.
    drop(command);
    let mut intake = Intake { output: Vec::new(), limit: output_bytes };
    let mut errors = Ends::new(ERROR_BYTES);
    let mut text = Vec::new();
    let mut open = [true; 3];
    let mut too_much = false;
    let mut buffer = vec![0; 1 << 16];
    while open.contains(&true) {
        let ready = wait(&[stdout.as_fd(), stderr.as_fd(), control.as_fd()], open)?;
        if ready[0] {
            let bytes = read(&mut stdout, &mut buffer)?;
            open[0] = !bytes.is_empty();
            if !intake.take_output(bytes) && !too_much {
                too_much = true;
                // The keeper takes this for the wish to end.
                control.shutdown(std::net::Shutdown::Write)?;
            }
        }
        if ready[1] {
            let bytes = read(&mut stderr, &mut buffer)?;
            open[1] = !bytes.is_empty();
            errors.take(bytes);
        }
        if ready[2] {
            let bytes = read(&mut &control, &mut buffer)?;
            open[2] = !bytes.is_empty();
            text.extend_from_slice(bytes);
        }
    }
    let status = keeper.wait()?;
    let report = serde_json::from_slice(&text).unwrap_or_else(|_| Report {
        ended: Ended::Fault(format!("the keeper of a run ended without a report: {status}")),
        cpu_us: 0,
        wall_us: 0,
        memory_bytes: 0,
    });
    Ok(Kept { report, stdout: intake.output, stderr: errors.joined(), too_much })
}

/// Which of the streams, among those that are open, have something to say.
fn wait(streams: &[std::os::fd::BorrowedFd<'_>; 3], open: [bool; 3]) -> io::Result<[bool; 3]> {
    let mut ready = [false; 3];
    let wanted: Vec<usize> = (0..3).filter(|&index| open[index]).collect();
    let mut polled: Vec<PollFd<'_>> =
        wanted.iter().map(|&index| PollFd::new(streams[index], PollFlags::POLLIN)).collect();
    match poll(&mut polled, PollTimeout::NONE) {
        Ok(_) | Err(Errno::EINTR) => {}
        Err(error) => return Err(error.into()),
    }
    for (&index, polled) in wanted.iter().zip(&polled) {
        ready[index] = polled.any().unwrap_or(true);
    }
    Ok(ready)
}

fn read<'a>(stream: &mut impl Read, buffer: &'a mut [u8]) -> io::Result<&'a [u8]> {
    loop {
        match stream.read(buffer) {
            Ok(count) => return Ok(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // A keeper that died left its end of the socket so.
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(&[]),
            Err(error) => return Err(error),
        }
    }
}

/// What a run has printed so far.
struct Intake {
    output: Vec<u8>,
    limit: u64,
}

impl Intake {
    /// Keeps the output up to one byte beyond the limit; whether it is within.
    fn take_output(&mut self, bytes: &[u8]) -> bool {
        let room = usize::try_from(self.limit).unwrap_or(usize::MAX).saturating_add(1);
        let room = room.saturating_sub(self.output.len()).min(bytes.len());
        self.output.extend_from_slice(&bytes[..room]);
        u64::try_from(self.output.len()).unwrap_or(u64::MAX) <= self.limit
    }
}

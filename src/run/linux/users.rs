//! Users apart: numbers that belong to nobody, so that the system's bound on a user's processes
//! holds a run, and nothing of anybody's is in a run's reach.

use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};

/// How many numbers there are from each base.
const COUNT: u32 = 256;

/// The first numbers of the ranges that are tried: one that no distribution gives out, and one
/// that exists in containers which know 65536 users, between those that systemd gives out.
pub(super) const BASES: [u32; 2] = [2_040_000_000, 60_800];

/// A number that nobody else uses while this lives.
#[derive(Debug)]
pub(super) struct Claim {
    /// The number of the user and the group.
    pub(super) number: u32,
    /// A name in the system's memory that one process at a time can hold, and no longer than it
    /// lives.
    _held: UnixListener,
}

impl Claim {
    /// A free number from `base` on.
    pub(super) fn any(base: u32) -> Option<Self> {
        (base..base + COUNT).find_map(|number| {
            let name = format!("game-moves-user-{number}");
            let address = SocketAddr::from_abstract_name(name).ok()?;
            let held = UnixListener::bind_addr(&address).ok()?;
            Some(Self { number, _held: held })
        })
    }
}

//! In whose name a run is, and what that user leaves.

use super::Sandbox;
use crate::run::linux::place;
use crate::run::linux::users::Claim;
use crate::run::linux::walls::SHARED;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::PoisonError;

impl Sandbox {
    /// A user for one run.
    pub(super) fn user(&self) -> Option<RunUser<'_>> {
        let Some(base) = self.base else { return Some(RunUser { sandbox: self, claim: None }) };
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let idle = idle.filter(|claim| (base..base + 1024).contains(&claim.number));
        let claim = idle.or_else(|| Claim::any(base))?;
        Some(RunUser { sandbox: self, claim: Some(claim) })
    }
}

/// The user of one run, given back when it is over.
pub(super) struct RunUser<'a> {
    pub(super) sandbox: &'a Sandbox,
    pub(super) claim: Option<Claim>,
}

impl RunUser<'_> {
    /// Removes what a run without walls around the file system has left.
    pub(super) fn clean(&self, folder: &Path) -> io::Result<()> {
        place::remove(folder)?;
        self.clean_shared()
    }

    /// Removes what is the user's in the folders that anybody may write to.
    pub(super) fn clean_shared(&self) -> io::Result<()> {
        let Some(claim) = &self.claim else { return Ok(()) };
        for shared in SHARED {
            for entry in fs::read_dir(shared).into_iter().flatten().flatten() {
                let Ok(kind) = fs::symlink_metadata(entry.path()) else { continue };
                if kind.uid() == claim.number {
                    place::remove(&entry.path())?;
                }
            }
        }
        Ok(())
    }
}

impl Drop for RunUser<'_> {
    fn drop(&mut self) {
        if let Some(claim) = self.claim.take() {
            self.sandbox.idle.lock().unwrap_or_else(PoisonError::into_inner).push(claim);
        }
    }
}

/// How many processes and threads the user has now.
pub(super) fn processes_of(user: u32) -> u64 {
    let mut count = 0;
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_process = name.as_encoded_bytes().iter().all(u8::is_ascii_digit);
        if is_process && entry.metadata().is_ok_and(|kind| kind.uid() == user) {
            count += fs::read_dir(entry.path().join("task"))
                .map_or(1, |tasks| u64::try_from(tasks.count()).unwrap_or(1));
        }
    }
    count
}

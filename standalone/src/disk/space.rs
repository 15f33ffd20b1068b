//! Size and free space of a disk.

use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// A measurement of a disk.
#[derive(Debug)]
pub(super) struct Space {
    /// The mount point.
    pub(super) disk: PathBuf,
    /// Bytes that an unprivileged user, such as the server's, can still write.
    pub(super) free: u64,
    /// Used plus free space in bytes, the basis of `df`'s percentage: excludes blocks reserved for root.
    pub(super) total: u64,
}

impl Space {
    /// Measures the disk that contains `folder`, or would contain it once created.
    pub(super) fn of(folder: &Path) -> io::Result<Self> {
        let folder = std::path::absolute(folder)?;
        let existing = folder
            .ancestors()
            .find_map(|folder| folder.canonicalize().ok())
            .ok_or(io::ErrorKind::NotFound)?;
        let found = rustix::fs::statvfs(&existing)?;
        Ok(Self {
            disk: mounted_at(&existing)?,
            free: found.f_bavail.saturating_mul(found.f_frsize),
            total: (found.f_blocks.saturating_sub(found.f_bfree))
                .saturating_add(found.f_bavail)
                .saturating_mul(found.f_frsize),
        })
    }
}

/// Returns the topmost folder on the same disk.
fn mounted_at(folder: &Path) -> io::Result<PathBuf> {
    let device = folder.metadata()?.dev();
    let highest = folder
        .ancestors()
        .take_while(|folder| folder.metadata().is_ok_and(|found| found.dev() == device))
        .last();
    Ok(highest.unwrap_or(folder).to_owned())
}

/// Formats bytes for users, in MB of 1000 kB like `df -H`, rounded up.
pub(super) fn megabytes(bytes: u64) -> String {
    const MEGABYTE: u64 = 1_000_000;
    format!("{} MB", bytes.div_ceil(MEGABYTE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disk_space_of_missing_folder_is_that_of_parent() {
        let place = tempfile::tempdir().unwrap();
        let above = Space::of(place.path()).unwrap();
        let below = Space::of(&place.path().join("a/b")).unwrap();
        assert!(above.total > 0);
        assert_eq!((above.total, above.disk), (below.total, below.disk));
    }
}

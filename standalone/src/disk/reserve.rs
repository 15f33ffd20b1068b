//! Disk space reserved for the server: a file that is deleted when the disk is full.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{FallocateFlags, fallocate};
use rustix::io::Errno;

use super::MEBIBYTE;

/// A server in recovery needs up to two new log segments of 16 MiB each, and some space for its tables.
const SIZE: u64 = 48 * MEBIBYTE;

/// Unit of `st_blocks`, regardless of the disk's own.
const BLOCK: u64 = 512;

#[derive(Debug)]
pub(super) struct Reserve {
    path: PathBuf,
    /// Whether this process has written the file.
    is_written: AtomicBool,
}

impl Reserve {
    /// Creates the reserve in the server's folder.
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            path: folder.join("reserve"),
            is_written: AtomicBool::new(false),
        }
    }

    /// Returns the bytes that deleting the reserve would free.
    pub(super) fn reserved(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |found| found.blocks().saturating_mul(BLOCK))
    }

    /// Releases the space.
    pub(super) fn release(&self) {
        match fs::remove_file(&self.path) {
            Ok(()) => tracing::warn!("deleted the disk reserve, so that PostgreSQL can continue"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => tracing::error!(%error, "cannot delete the disk reserve"),
        }
    }

    /// Allocates the space unless it is allocated. Without it, only recovery on a full disk fails.
    pub(super) fn make(&self) {
        // A file system that compresses, such as ZFS, may never count any blocks, so the file is written once in each process. The copy of a
        // folder may be sparse.
        let is_complete = fs::metadata(&self.path).is_ok_and(|found| found.len() >= SIZE);
        if self.reserved() >= SIZE || is_complete && self.is_written.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = self.fill() {
            tracing::warn!(%error, path = %self.path.display(), "cannot create the disk reserve");
            let _ = fs::remove_file(&self.path);
            return;
        }
        self.is_written.store(true, Ordering::Relaxed);
    }

    fn fill(&self) -> io::Result<()> {
        let mut file = match File::create(&self.path) {
            // The folder does not exist before the first start of the server.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file?,
        };
        match fallocate(&file, FallocateFlags::empty(), 0, SIZE) {
            Err(Errno::OPNOTSUPP) => {
                let zeros = vec![0; usize::try_from(MEBIBYTE).unwrap_or_default()];
                (0..SIZE / MEBIBYTE).try_for_each(|_| file.write_all(&zeros))
            }
            done => Ok(done?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserve_is_allocated_once_and_released() {
        let place = tempfile::tempdir().unwrap();
        let reserve = Reserve::new(place.path());
        assert_eq!(reserve.reserved(), 0);
        // A start that was killed while creating the file leaves a part of it.
        fs::write(place.path().join("reserve"), "part").unwrap();
        for _ in 0..2 {
            reserve.make();
            assert!(reserve.reserved() >= SIZE);
        }
        for _ in 0..2 {
            reserve.release();
            assert_eq!(reserve.reserved(), 0);
        }
    }

    #[test]
    fn reserve_without_counted_blocks_is_written_once() {
        let place = tempfile::tempdir().unwrap();
        let reserve = Reserve::new(place.path());
        let make_sparse = || {
            File::create(place.path().join("reserve"))
                .unwrap()
                .set_len(SIZE)
                .unwrap();
        };
        make_sparse();
        reserve.make();
        assert!(reserve.reserved() >= SIZE);
        make_sparse();
        reserve.make();
        assert_eq!(reserve.reserved(), 0);
    }

    #[test]
    fn reserve_is_not_created_without_server_folder() {
        let place = tempfile::tempdir().unwrap();
        Reserve::new(&place.path().join("postgres")).make();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}

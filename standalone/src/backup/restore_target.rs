//! The target of a restore: a folder next to the data folder, which is moved into place complete or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use clipmeter_embedded_postgres::Server;

use crate::data_dir::DataDir;
use crate::error::{BackupError, StandaloneError};

/// A temporary folder that becomes the data folder once it is complete. It is removed if the restore fails.
#[derive(Debug)]
pub(super) struct RestoreTarget {
    /// The final path: an empty folder, or none.
    target: PathBuf,
    unfinished: PathBuf,
    data: DataDir,
    is_final: bool,
}

impl RestoreTarget {
    /// Creates the folder, after removing what a killed restore left behind.
    pub(super) async fn new(target: &Path) -> Result<Self, StandaloneError> {
        let target = absolute(target)?;
        let unfinished = target.with_file_name(format!(
            ".{}.restoring",
            target.file_name().unwrap_or_default().to_string_lossy()
        ));
        // Fails if another restore is in progress, or if the folder has files of other programs.
        let left = DataDir::open(&unfinished)?;
        Server::wait_for_orphan(&left.postgres()).await;
        drop(left);
        DataDir::remove(&unfinished).map_err(failed(&target))?;
        let data = DataDir::open(&unfinished)?;
        Ok(Self {
            target,
            unfinished,
            data,
            is_final: false,
        })
    }

    /// Returns the folder to fill.
    pub(super) fn data(&self) -> &DataDir {
        &self.data
    }

    /// Adds a file of the data folder; it is on disk when this returns.
    pub(super) fn add(&self, name: &str, content: &[u8]) -> Result<(), StandaloneError> {
        let path = self.unfinished.join(name);
        let write = || {
            fs::write(&path, content)?;
            File::open(&path)?.sync_all()
        };
        Ok(write().map_err(failed(&self.target))?)
    }

    /// Moves the complete folder to its final path.
    pub(super) fn finish(mut self) -> Result<PathBuf, StandaloneError> {
        let target = std::mem::take(&mut self.target);
        let put = || {
            File::open(&self.unfinished)?.sync_all()?;
            // Replaces an empty folder, and fails for any other.
            fs::rename(&self.unfinished, &target)?;
            target
                .parent()
                .map_or(Ok(()), |above| File::open(above)?.sync_all())
        };
        put().map_err(failed(&target))?;
        self.is_final = true;
        Ok(target)
    }
}

impl Drop for RestoreTarget {
    fn drop(&mut self) {
        if !self.is_final
            && let Err(error) = DataDir::remove(&self.unfinished)
        {
            tracing::warn!(path = %self.unfinished.display(), %error, "cannot remove the incomplete restore");
        }
    }
}

/// Resolves symbolic links in the path of a folder that may not exist yet.
fn absolute(target: &Path) -> Result<PathBuf, BackupError> {
    let failed = |error| failed(target)(error);
    match fs::read_dir(target) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                return Err(BackupError::NotEmpty {
                    path: target.to_owned(),
                });
            }
            target.canonicalize().map_err(failed)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let target = std::path::absolute(target).map_err(failed)?;
            let above = target.parent().unwrap_or(&target);
            DataDir::create_folder(above).map_err(failed)?;
            let above = above.canonicalize().map_err(failed)?;
            Ok(above.join(target.file_name().unwrap_or_default()))
        }
        Err(error) => Err(failed(error)),
    }
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |source| match source.kind() {
        ErrorKind::DirectoryNotEmpty => BackupError::NotEmpty { path },
        _ => BackupError::Folder { path, source },
    }
}

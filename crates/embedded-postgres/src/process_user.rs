//! The user that the server runs as. PostgreSQL refuses to run as root, so root runs it as an unprivileged user.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::PostgresError;

/// User ID of `nobody` on all Linux distributions. This user owns no other files.
const UNPRIVILEGED: u32 = 65534;
/// The execute bit of "others", which allows entering a folder.
const OTHERS_MAY_ENTER: u32 = 0o001;

/// The user and group of the server's processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProcessUser {
    /// The user of this process.
    Caller,
    /// An unprivileged user, because the caller is root.
    Unprivileged,
}

impl ProcessUser {
    pub(crate) fn for_this_process() -> Self {
        if rustix::process::geteuid().is_root() {
            Self::Unprivileged
        } else {
            Self::Caller
        }
    }

    /// Changes the owner of `path` to this user.
    pub(crate) fn take(self, path: &Path) -> Result<(), PostgresError> {
        match self {
            Self::Caller => Ok(()),
            Self::Unprivileged => chown(path, Some(UNPRIVILEGED), Some(UNPRIVILEGED))
                .map_err(PostgresError::io("change the owner of", path)),
        }
    }

    /// Builds a command that runs as the owner, without the environment of this process.
    pub(crate) fn command(self, program: &Path) -> Command {
        let mut command = Command::new(program);
        if self == Self::Unprivileged {
            command.uid(UNPRIVILEGED).gid(UNPRIVILEGED);
        }
        command
            .env_clear()
            .env("LC_ALL", "C.UTF-8")
            .env("PATH", "/usr/bin:/bin")
            .current_dir("/");
        command
    }

    /// Checks that the owner can enter every folder above `path`.
    pub(crate) fn can_reach(self, path: &Path) -> Result<(), PostgresError> {
        if self == Self::Caller {
            return Ok(());
        }
        for folder in path
            .ancestors()
            .skip(1)
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            let metadata = folder.metadata().map_err(PostgresError::io("look at", folder))?;
            let may_enter =
                metadata.uid() == UNPRIVILEGED || metadata.permissions().mode() & OTHERS_MAY_ENTER != 0;
            if !may_enter {
                return Err(PostgresError::Unreachable {
                    path: folder.to_owned(),
                });
            }
        }
        Ok(())
    }
}

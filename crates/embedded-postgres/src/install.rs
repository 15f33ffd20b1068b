//! The server's programs: downloaded once from Maven Central, kept in a cache folder, shared by every data directory.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::PostgresError;
use crate::download::{VERSION, download};
use crate::process_user::ProcessUser;

/// A folder with `bin/initdb`, `bin/postgres` and their dependencies.
#[derive(Debug, Clone)]
pub struct Installation {
    root: PathBuf,
}

impl Installation {
    /// Returns the programs in `cache`; downloads (15 MB) and unpacks (60 MB) them if they are missing.
    pub async fn ensure(cache: &Path) -> Result<Self, PostgresError> {
        fs::create_dir_all(cache).map_err(PostgresError::io("create", cache))?;
        let cache = cache.canonicalize().map_err(PostgresError::io("find", cache))?;
        let root = cache.join(format!("postgresql-{VERSION}"));
        ProcessUser::for_this_process().can_reach(&root)?;
        let installation = Self { root };
        if installation.is_complete() {
            return Ok(installation);
        }
        // Test processes start together on an empty cache: one downloads, the others wait for it.
        let lock_path = cache.join("postgresql.lock");
        let lock = File::create(&lock_path).map_err(PostgresError::io("create", &lock_path))?;
        let lock = tokio::task::spawn_blocking(move || lock.lock().map(|()| lock))
            .await
            .map_err(|error| PostgresError::Download {
                version: VERSION,
                reason: error.to_string(),
            })?
            .map_err(PostgresError::io("lock", &lock_path))?;
        if !installation.is_complete() {
            installation.download(&cache).await?;
        }
        drop(lock);
        Ok(installation)
    }

    /// Returns the default cache folder, used unless `CLIPMETER_CACHE` is set: a folder that the server's user can enter, which
    /// does not apply to root's home.
    #[must_use]
    pub fn default_cache() -> PathBuf {
        if let Some(folder) = std::env::var_os("CLIPMETER_CACHE") {
            return PathBuf::from(folder);
        }
        if rustix::process::geteuid().is_root() {
            return PathBuf::from("/var/cache/clipmeter");
        }
        let xdg = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
        xdg.or_else(home)
            .unwrap_or_else(std::env::temp_dir)
            .join("clipmeter")
    }

    /// Returns the path of the program `name`, such as `postgres`.
    #[must_use]
    pub fn program(&self, name: &str) -> PathBuf {
        self.root.join("bin").join(name)
    }

    /// Returns the major version of the server.
    #[must_use]
    pub fn major_version() -> &'static str {
        VERSION.split('.').next().unwrap_or(VERSION)
    }

    fn is_complete(&self) -> bool {
        ["initdb", "postgres"]
            .into_iter()
            .all(|name| self.program(name).is_file())
    }

    async fn download(&self, cache: &Path) -> Result<(), PostgresError> {
        tracing::info!("downloading PostgreSQL {VERSION}");
        // Unpacked next to its final path and then moved: a process that is killed midway leaves no partial installation.
        let staging = tempfile::tempdir_in(cache).map_err(PostgresError::io("create a folder in", cache))?;
        let unpacked = staging.path().join("postgresql");
        download(&unpacked)
            .await
            .map_err(|reason| PostgresError::Download {
                version: VERSION,
                reason,
            })?;
        let readable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&unpacked, readable).map_err(PostgresError::io("open", &unpacked))?;
        // A part of an installation, such as after a cleanup of old files.
        if self.root.exists() {
            fs::remove_dir_all(&self.root).map_err(PostgresError::io("remove", &self.root))?;
        }
        fs::rename(&unpacked, &self.root).map_err(PostgresError::io("move into place", &self.root))
    }
}

//! The folder that survives a restart: `clipmeter.json` identifies it as Clipmeter's, `lock` excludes a second process,
//! `postgres/` is the database, `secrets/` the keys.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use clipmeter_db::RolePasswords;
use clipmeter_db::key_check::{KeyFile, LostKeysPolicy, OpenedKeys};
use clipmeter_db::secrets::Secrets;
use clipmeter_runtime::{Clock as _, SystemClock};
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgConnectOptions;
use tokio::sync::watch;

use crate::error::StandaloneError;

/// Layout version; incremented when the layout changes in a way that an older program must not touch.
const LAYOUT: u32 = 1;
const MARKER: &str = "clipmeter.json";
const LOCK: &str = "lock";
const UNFINISHED_MARKER: &str = "clipmeter.json.new";
/// Mode of the data folder: the database's user can pass through to its own folder and cannot list anything else.
const FOLDER_MODE: u32 = 0o711;

/// Mode of the folder of keys: other users cannot even list it.
const SECRETS_MODE: u32 = 0o700;

/// Contents of `clipmeter.json`.
#[derive(Debug, Serialize, Deserialize)]
struct Marker {
    layout: u32,
}

/// A data folder that this process has locked.
#[derive(Debug)]
pub(crate) struct DataDir {
    root: PathBuf,
    /// Held for the lifetime of this process; the kernel releases it however the process ends.
    _lock: File,
}

impl DataDir {
    /// Folder of the database server.
    pub(crate) const POSTGRES: &str = "postgres";
    /// Folder of the keys.
    pub(crate) const SECRETS: &str = "secrets";
    /// File with the persistent state of the demo.
    pub(crate) const DEMO: &str = "demo.json";

    /// Returns whether Clipmeter was ever started on the folder.
    pub(crate) fn is_one(path: &Path) -> bool {
        path.join(MARKER).is_file()
    }

    /// Creates a folder that the database's user can pass through, and its parents.
    pub(crate) fn create_folder(path: &Path) -> std::io::Result<()> {
        DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
    }

    /// Opens the folder, creates it if necessary, and excludes other processes.
    pub(crate) fn open(path: &Path) -> Result<Self, StandaloneError> {
        if !path.exists() {
            Self::create_folder(path).map_err(failed("create", path))?;
        }
        let root = path.canonicalize().map_err(failed("find", path))?;
        let marker = root.join(MARKER);
        let is_new = match fs::read(&marker) {
            Ok(text) => {
                check_layout(&root, &text)?;
                false
            }
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(failed("read", &marker)(error)),
        };
        if is_new && !is_empty(&root)? {
            return Err(StandaloneError::ForeignDataDir { path: root });
        }
        let lock = lock(&root)?;
        if is_new {
            mark(&root, &marker)?;
        }
        let folder = Self { root, _lock: lock };
        let secrets = folder.secrets();
        DirBuilder::new()
            .recursive(true)
            .mode(SECRETS_MODE)
            .create(&secrets)
            .map_err(failed("create", &secrets))?;
        Ok(folder)
    }

    /// Removes a folder. What identifies it as Clipmeter's is removed last, so that what an interrupted removal leaves can be opened.
    pub(crate) fn remove(path: &Path) -> std::io::Result<()> {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let name = entry.file_name();
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else if name != MARKER && name != LOCK {
                fs::remove_file(entry.path())?;
            }
        }
        fs::remove_dir_all(path)
    }

    /// Opens the keys of the folder for its database, and creates them for a new one.
    pub(crate) async fn open_keys(
        &self,
        database: &PgConnectOptions,
        role_passwords: &RolePasswords,
        if_lost: LostKeysPolicy,
    ) -> Result<OpenedKeys, StandaloneError> {
        let file = KeyFile::Own(self.secrets());
        // The log shows the progress of a migration.
        let progress = watch::Sender::default();
        Ok(Secrets::load_checked(
            &file,
            database,
            role_passwords,
            if_lost,
            SystemClock.now(),
            &progress,
        )
        .await?)
    }

    /// Opens a folder that Clipmeter was started on before; never creates one.
    pub(crate) fn open_existing(path: &Path) -> Result<Self, StandaloneError> {
        if !Self::is_one(path) {
            return Err(StandaloneError::NoDataDir {
                path: path.to_owned(),
            });
        }
        Self::open(path)
    }

    /// Returns whether the folder already contains a database.
    pub(crate) fn has_database(path: &Path) -> bool {
        path.join(Self::POSTGRES).join("data/PG_VERSION").is_file()
    }

    pub(crate) fn postgres(&self) -> PathBuf {
        self.root.join(Self::POSTGRES)
    }

    pub(crate) fn secrets(&self) -> PathBuf {
        self.root.join(Self::SECRETS)
    }

    pub(crate) fn demo(&self) -> PathBuf {
        self.root.join(Self::DEMO)
    }
}

fn failed(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> StandaloneError {
    let path = path.to_owned();
    move |source| StandaloneError::DataDir { action, path, source }
}

fn check_layout(root: &Path, marker: &[u8]) -> Result<(), StandaloneError> {
    let Ok(Marker { layout }) = serde_json::from_slice(marker) else {
        return Err(StandaloneError::ForeignDataDir {
            path: root.to_owned(),
        });
    };
    if layout > LAYOUT {
        return Err(StandaloneError::NewerDataDir {
            path: root.to_owned(),
            found: layout,
            known: LAYOUT,
        });
    }
    Ok(())
}

/// Returns whether the folder has no foreign files. A lock without `clipmeter.json` is left by a first start that was killed, and a
/// new file system has `lost+found`.
fn is_empty(root: &Path) -> Result<bool, StandaloneError> {
    for entry in fs::read_dir(root).map_err(failed("read", root))? {
        let entry = entry.map_err(failed("read", root))?;
        if ![LOCK, "lost+found", UNFINISHED_MARKER]
            .iter()
            .any(|name| entry.file_name() == *name)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Writes the marker beside its final path and moves it: an incomplete one would make the folder that of another program.
fn mark(root: &Path, marker: &Path) -> Result<(), StandaloneError> {
    let unfinished = root.join(UNFINISHED_MARKER);
    let text = serde_json::json!(Marker { layout: LAYOUT }).to_string();
    let mut file = File::create(&unfinished).map_err(failed("write", &unfinished))?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(failed("write", &unfinished))?;
    fs::rename(&unfinished, marker).map_err(failed("write", marker))
}

fn lock(root: &Path) -> Result<File, StandaloneError> {
    let path = root.join(LOCK);
    let file = File::create(&path).map_err(failed("write", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StandaloneError::DataDirInUse {
            path: root.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(failed("lock", &path)(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_dir_cannot_be_opened_twice() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("deep/data");
        let first = DataDir::open(&path).unwrap();
        assert!(matches!(
            DataDir::open(&path),
            Err(StandaloneError::DataDirInUse { .. })
        ));
        drop(first);
        DataDir::open(&path).unwrap();
    }

    #[test]
    fn data_dir_with_foreign_files_is_refused_unchanged() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("thesis.txt"), "mine").unwrap();
        assert!(matches!(
            DataDir::open(place.path()),
            Err(StandaloneError::ForeignDataDir { .. })
        ));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    }

    #[test]
    fn data_dir_with_newer_layout_is_refused() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join(MARKER), r#"{"layout":2}"#).unwrap();
        assert!(matches!(
            DataDir::open(place.path()),
            Err(StandaloneError::NewerDataDir { found: 2, .. })
        ));
    }

    #[test]
    fn data_dir_opens_after_killed_first_start() {
        for leftovers in [&["lock"][..], &["lock", UNFINISHED_MARKER]] {
            let place = tempfile::tempdir().unwrap();
            for name in leftovers {
                fs::write(place.path().join(name), "").unwrap();
            }
            DataDir::open(place.path()).unwrap();
            assert!(!place.path().join(UNFINISHED_MARKER).exists());
            DataDir::open_existing(place.path()).unwrap();
        }
    }

    #[test]
    fn data_dir_is_removed_with_its_content() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("data");
        let data = DataDir::open(&path).unwrap();
        fs::create_dir_all(data.postgres().join("data/base")).unwrap();
        fs::write(data.demo(), "{}").unwrap();
        DataDir::remove(&path).unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn data_dir_error_names_file_at_its_path() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        fs::write(&file, "").unwrap();
        let error = DataDir::open(&file).unwrap_err().to_string();
        assert!(
            error.contains(&file.display().to_string()) && error.contains("--data-dir"),
            "{error}"
        );
    }
}

//! The key file: an own one in standalone mode, one of a Secret on a cluster.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use secrecy::zeroize::Zeroizing;
use serde::{Deserialize, Serialize};

use super::{KEY_LENGTH, Key, Secrets, SessionKey, SessionKeys};
use crate::DbError;

/// Name of the file within its folder.
const FILE_NAME: &str = "secrets.json";

/// The error for a damaged file.
const BAD_KEY: &str = "a key is not 32 bytes in base64; replace the file with an intact copy";

/// Readable by its owner only.
const MODE: u32 = 0o600;

/// Keys in base64.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    users: String,
    runs: String,
    sessions: String,
    sessions_key_id: String,
    /// Absent unless sessions are being re-encrypted, and in files from before rotation was supported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    retired_sessions: Vec<StoredKey>,
    fingerprints: String,
}

/// A key with its ID.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredKey {
    id: String,
    key: String,
}

impl Secrets {
    /// Writes new keys to `secrets.json` in `folder`, which must exist and have no such file. Readable by its owner
    /// only.
    pub fn create(folder: &Path) -> Result<Self, DbError> {
        let path = key_file_path(folder);
        if path.exists() {
            let reason = "the file already exists, and is never replaced by new keys".to_owned();
            return Err(DbError::SecretsFile { path, reason });
        }
        let secrets = Self::generate()?;
        secrets.replace(folder)?;
        Ok(secrets)
    }

    /// Reads `secrets.json` in `folder`, which must be readable by its owner only; None: it does not exist.
    pub(crate) fn read_own(folder: &Path) -> Result<Option<Self>, DbError> {
        let path = key_file_path(folder);
        let fault = |reason: String| DbError::SecretsFile {
            path: path.clone(),
            reason,
        };
        let Some(stored) = read(&path)? else {
            return Ok(None);
        };
        let mode = fs::metadata(&path)
            .map_err(|error| fault(error.to_string()))?
            .permissions()
            .mode();
        if mode & 0o077 != 0 {
            return Err(fault(
                "other users may read the file; run chmod 600 on it".to_owned(),
            ));
        }
        Self::decode(&stored)
            .map(Some)
            .ok_or_else(|| fault(BAD_KEY.to_owned()))
    }

    /// Reads `secrets.json` in `folder`, which a cluster mounts: it must exist, and its permissions are not checked,
    /// because a cluster assigns a pod's files to a group.
    pub(crate) fn read_mounted(folder: &Path) -> Result<Self, DbError> {
        let path = key_file_path(folder);
        let fault = |reason: &str| DbError::SecretsFile {
            path: path.clone(),
            reason: reason.to_owned(),
        };
        let stored = read(&path)?.ok_or_else(|| {
            fault("the file does not exist; mount the Secret with the keys, which must be the same for all replicas")
        })?;
        Self::decode(&stored).ok_or_else(|| fault(BAD_KEY))
    }

    /// Begins a rotation: the file in `folder` gets a new key for sessions, and keeps the previous one while sessions
    /// are encrypted with it.
    pub fn rotate_session_key(&mut self, folder: &Path) -> Result<(), DbError> {
        self.sessions.rotate()?;
        self.replace(folder)
    }

    /// Ends a rotation, once no session requires the previous keys. Backups from before it still do.
    pub fn drop_retired_session_keys(&mut self, folder: &Path) -> Result<(), DbError> {
        self.sessions.retired.clear();
        self.replace(folder)
    }

    /// Writes these keys to `secrets.json` in `folder`, replacing the existing ones.
    pub fn replace(&self, folder: &Path) -> Result<(), DbError> {
        let path = key_file_path(folder);
        self.write(folder, &path).map_err(|error| DbError::SecretsFile {
            reason: error.to_string(),
            path,
        })
    }

    /// Writes a temporary file and renames it: a crash leaves either the complete new file or the complete old one.
    fn write(&self, folder: &Path, path: &Path) -> std::io::Result<()> {
        let text = self.to_text()?;
        let temporary = folder.join(format!(".{FILE_NAME}.new"));
        match fs::remove_file(&temporary) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            // A leftover of a crash may have another mode, which opening it would keep.
            _ => {}
        }
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(MODE)
            .open(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        // A key that has encrypted data must survive a power failure: sync the file's name in its folder, and the
        // folder's own name in its parent.
        File::open(folder)?.sync_all()?;
        match folder.parent() {
            Some(above) if !above.as_os_str().is_empty() => File::open(above)?.sync_all(),
            _ => Ok(()),
        }
    }

    /// Converts keys to the format of the file.
    pub(super) fn to_text(&self) -> Result<Zeroizing<String>, serde_json::Error> {
        let stored = Stored {
            users: encode(&self.users),
            runs: encode(&self.runs),
            sessions: encode(&self.sessions.current.key),
            sessions_key_id: self.sessions.current.id.clone(),
            retired_sessions: self.sessions.retired.iter().map(stored).collect(),
            fingerprints: encode(&self.fingerprints),
        };
        serde_json::to_string_pretty(&stored).map(Zeroizing::new)
    }

    /// Parses keys from the format of the file; None: it is damaged.
    pub(super) fn from_text(text: &[u8]) -> Option<Self> {
        Self::decode(&serde_json::from_slice(text).ok()?)
    }

    fn decode(stored: &Stored) -> Option<Self> {
        let retired = stored
            .retired_sessions
            .iter()
            .map(|retired| Some(SessionKey::new(&retired.id, decode(&retired.key)?)))
            .collect::<Option<_>>()?;
        let current = SessionKey::new(&stored.sessions_key_id, decode(&stored.sessions)?);
        Some(Self {
            users: decode(&stored.users)?,
            runs: decode(&stored.runs)?,
            sessions: SessionKeys::new(current, retired),
            fingerprints: decode(&stored.fingerprints)?,
        })
    }
}

pub(crate) fn key_file_path(folder: &Path) -> PathBuf {
    folder.join(FILE_NAME)
}

/// Returns the content of the file; None: it does not exist.
fn read(path: &Path) -> Result<Option<Stored>, DbError> {
    let fault = |reason: String| DbError::SecretsFile {
        path: path.to_owned(),
        reason,
    };
    let text = match fs::read_to_string(path) {
        Ok(text) => Zeroizing::new(text),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(fault(error.to_string())),
    };
    // The parser's message is omitted: it may quote the file.
    serde_json::from_str(&text).map(Some).map_err(|error| {
        fault(format!(
            "line {} is invalid; replace the file with an intact copy",
            error.line()
        ))
    })
}

fn stored(key: &SessionKey) -> StoredKey {
    StoredKey {
        id: key.id.clone(),
        key: encode(&key.key),
    }
}

fn encode(key: &Key) -> String {
    STANDARD.encode(key.bytes())
}

fn decode(text: &str) -> Option<Key> {
    let bytes = Zeroizing::new(STANDARD.decode(text).ok()?);
    <[u8; KEY_LENGTH]>::try_from(bytes.as_slice()).ok().map(Key::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(folder: &Path) -> Secrets {
        Secrets::read_own(folder).unwrap().unwrap()
    }

    #[test]
    fn key_file_mode_is_unaffected_by_crash_leftover() {
        let folder = tempfile::tempdir().unwrap();
        let leftover = folder.path().join(format!(".{FILE_NAME}.new"));
        fs::write(&leftover, "half").unwrap();
        fs::set_permissions(&leftover, fs::Permissions::from_mode(0o666)).unwrap();
        Secrets::create(folder.path()).unwrap();
        own(folder.path());
        assert!(!leftover.exists());
    }

    #[test]
    fn key_file_is_created_once_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Secrets::read_own(folder.path()).unwrap().is_none());
        let first = Secrets::create(folder.path()).unwrap();
        let second = own(folder.path());
        assert!(Secrets::create(folder.path()).is_err(), "keys are not replaced");
        assert_eq!(first.sessions.ids(), second.sessions.ids());
        let sealing = |secrets: &Secrets| *secrets.sessions.current.key.bytes();
        assert_eq!(sealing(&first), sealing(&second));
        assert_ne!(sealing(&first), *first.users.bytes());
        let mode = fs::metadata(folder.path().join(FILE_NAME))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, MODE);
    }

    #[test]
    fn key_file_mounted_is_read_but_never_created() {
        let folder = tempfile::tempdir().unwrap();
        let error = Secrets::read_mounted(folder.path()).unwrap_err().to_string();
        assert!(error.contains("mount the Secret"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

        let made = Secrets::create(folder.path()).unwrap();
        let path = folder.path().join(FILE_NAME);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
        let read = Secrets::read_mounted(folder.path()).unwrap();
        assert_eq!(read.users.bytes(), made.users.bytes());
    }

    #[test]
    fn key_rotation_keeps_retired_key_until_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let mut secrets = Secrets::create(folder.path()).unwrap();
        let before = secrets.sessions.current.id.clone();
        let text = || fs::read_to_string(folder.path().join(FILE_NAME)).unwrap();
        assert!(!text().contains("retired"), "the form of every version");

        secrets.rotate_session_key(folder.path()).unwrap();
        let during = own(folder.path());
        let new = during.sessions.current.id.clone();
        assert_ne!(new, before);
        assert_eq!(during.sessions.ids(), [new.clone(), before.clone()]);
        assert_eq!(
            during.sessions.find(&before).unwrap().bytes(),
            secrets.sessions.find(&before).unwrap().bytes()
        );
        assert_eq!(during.fingerprints.bytes(), secrets.fingerprints.bytes());

        secrets.drop_retired_session_keys(folder.path()).unwrap();
        let after = own(folder.path());
        assert_eq!(after.sessions.ids(), [new]);
        assert!(!text().contains("retired"));
    }

    #[test]
    fn key_file_permissive_or_damaged_is_rejected_without_quoting() {
        let folder = tempfile::tempdir().unwrap();
        Secrets::create(folder.path()).unwrap();
        let path = folder.path().join(FILE_NAME);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        let error = Secrets::read_own(folder.path()).unwrap_err().to_string();
        assert!(error.contains("chmod 600"), "{error}");

        fs::set_permissions(&path, fs::Permissions::from_mode(MODE)).unwrap();
        fs::write(&path, "{\"users\": \"c2VjcmV0\"}").unwrap();
        let error = Secrets::read_own(folder.path()).unwrap_err().to_string();
        assert!(
            error.contains("intact copy") && !error.contains("c2VjcmV0"),
            "{error}"
        );
    }
}

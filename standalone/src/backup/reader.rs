//! Reads a backup file, which is verified completely before any of it is used.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Take};
use std::path::Path;

use clipmeter_embedded_postgres::Installation;
use flate2::read::GzDecoder;
use sha2::{Digest as _, Sha256};

use super::format::{AnyHead, DIGEST_LENGTH, FORMAT, Head, KEYS_LENGTH_BYTES, MAGIC, MAX_HEAD};
use crate::error::BackupError;

/// Bytes read at a time while computing the digest.
const BUFFER: usize = 1 << 16;

/// The archive of a backup.
pub(super) type Archive = tar::Archive<GzDecoder<BufReader<Take<File>>>>;

/// A verified backup that this program can restore.
#[derive(Debug)]
pub(super) struct Backup {
    pub(super) head: Head,
    /// Empty if the backup has no keys.
    pub(super) sealed_keys: Vec<u8>,
    /// The digest that the sealed keys are bound to.
    pub(super) digest: [u8; 32],
    file: File,
    begin: u64,
    end: u64,
}

impl Backup {
    /// Opens a file; rejects one that is truncated, altered or made by a newer version.
    pub(super) fn open(path: &Path) -> Result<Self, BackupError> {
        let unreadable = |source| BackupError::Read {
            path: path.to_owned(),
            source,
        };
        let foreign = || BackupError::Foreign {
            path: path.to_owned(),
        };
        let damaged = || BackupError::Damaged {
            path: path.to_owned(),
        };

        let mut file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        let mut magic = Vec::new();
        file.by_ref()
            .take(MAGIC.len() as u64)
            .read_to_end(&mut magic)
            .map_err(unreadable)?;
        if magic != MAGIC {
            return Err(foreign());
        }
        let after_body = length
            .checked_sub((KEYS_LENGTH_BYTES + DIGEST_LENGTH) as u64)
            .filter(|end| *end > MAGIC.len() as u64)
            .ok_or_else(damaged)?;
        let keys_length = keys_length(&mut file, after_body).map_err(unreadable)?;
        let end = after_body.checked_sub(keys_length).ok_or_else(damaged)?;
        let (digest, sealed_keys) = verify(&mut file, end, keys_length)
            .map_err(unreadable)?
            .ok_or_else(damaged)?;

        let head = head_line(&file).map_err(unreadable)?;
        let any: AnyHead = serde_json::from_slice(&head).map_err(|_| damaged())?;
        if any.format > FORMAT {
            return Err(BackupError::Newer {
                path: path.to_owned(),
                reason: format!(
                    "it has format {}, and this program reads format {FORMAT}",
                    any.format
                ),
                clipmeter: any.clipmeter,
            });
        }
        let begin = (MAGIC.len() + head.len()) as u64;
        let head: Head = serde_json::from_slice(&head).map_err(|_| damaged())?;
        check_versions(path, &head)?;
        Ok(Self {
            head,
            sealed_keys,
            digest,
            file,
            begin,
            end,
        })
    }

    /// Returns the archive with the rows and files.
    pub(super) fn archive(&self) -> io::Result<Archive> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(self.begin))?;
        let body = BufReader::new(file.take(self.end.saturating_sub(self.begin)));
        Ok(tar::Archive::new(GzDecoder::new(body)))
    }
}

fn check_versions(path: &Path, head: &Head) -> Result<(), BackupError> {
    let newer = |reason| BackupError::Newer {
        path: path.to_owned(),
        clipmeter: head.clipmeter.clone(),
        reason,
    };
    let here = Installation::major_version();
    let contents = &head.contents;
    if here.parse::<i32>().is_ok_and(|here| contents.postgres > here) {
        let reason = format!(
            "it comes from PostgreSQL {}, and this one runs {here}",
            contents.postgres
        );
        return Err(newer(reason));
    }
    match contents.unknown_migration() {
        Some(unknown) => Err(newer(format!(
            "its migration {unknown} is unknown to this program"
        ))),
        None => Ok(()),
    }
}

fn keys_length(file: &mut File, at: u64) -> io::Result<u64> {
    let mut length = [0; KEYS_LENGTH_BYTES];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut length)?;
    Ok(u32::from_le_bytes(length).into())
}

/// Returns the digest of everything before the sealed keys, and the sealed keys; `None` if the digest at the end differs.
fn verify(file: &mut File, end: u64, keys_length: u64) -> io::Result<Option<([u8; 32], Vec<u8>)>> {
    file.rewind()?;
    let mut digest = Sha256::new();
    let mut left = end;
    let mut buffer = vec![0; BUFFER];
    while left > 0 {
        let length = usize::try_from(left).map_or(BUFFER, |left| left.min(BUFFER));
        file.read_exact(&mut buffer[..length])?;
        digest.update(&buffer[..length]);
        left -= length as u64;
    }
    let before = digest.clone().finalize().into();
    let mut rest = Vec::new();
    file.take(keys_length + (KEYS_LENGTH_BYTES + DIGEST_LENGTH) as u64)
        .read_to_end(&mut rest)?;
    let Some((signed, expected)) = rest.split_last_chunk::<DIGEST_LENGTH>() else {
        return Ok(None);
    };
    digest.update(signed);
    if digest.finalize().as_slice() != expected {
        return Ok(None);
    }
    rest.truncate(rest.len() - KEYS_LENGTH_BYTES - DIGEST_LENGTH);
    Ok(Some((before, rest)))
}

/// Reads the second line, including its line break.
fn head_line(file: &File) -> io::Result<Vec<u8>> {
    let mut file = file;
    file.seek(SeekFrom::Start(MAGIC.len() as u64))?;
    let mut line = Vec::new();
    BufReader::new(file.take(MAX_HEAD)).read_until(b'\n', &mut line)?;
    Ok(line)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// A file of the format with any contents and the digest that fits them.
    fn file_of(head: &[u8], body: &[u8], keys: &[u8], keys_length: u32) -> Vec<u8> {
        let mut file = [MAGIC, head, b"\n", body, keys, &keys_length.to_le_bytes()].concat();
        let digest = Sha256::digest(&file);
        file.extend_from_slice(&digest);
        file
    }

    fn head() -> impl Strategy<Value = Vec<u8>> {
        let contents = json!({"postgres": 1, "migrations": [], "tables": [], "sequences": [], "months": []});
        let head = move |format: u32| {
            let head = json!({
                "format": format, "clipmeter": "0.1.0", "created_at": "2026-11-21T10:00:00Z", "contents": contents.clone(),
            });
            head.to_string().into_bytes()
        };
        prop_oneof![
            (1_u32..3).prop_map(head),
            "[ -~]{0,60}".prop_map(String::into_bytes),
            proptest::collection::vec(any::<u8>(), 0..60),
        ]
    }

    fn opened(bytes: &[u8]) -> Result<Backup, BackupError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), bytes).unwrap();
        Backup::open(file.path())
    }

    #[test]
    fn backup_with_fitting_digest_is_opened() {
        let head = br#"{"format":1,"clipmeter":"0.1.0","created_at":"2026-11-21T10:00:00Z",
            "contents":{"postgres":1,"migrations":[],"tables":[],"sequences":[],"months":[]}}"#;
        let head = String::from_utf8_lossy(head).replace('\n', "");
        let backup = opened(&file_of(head.as_bytes(), b"no archive", b"keys", 4)).unwrap();
        assert_eq!(backup.sealed_keys, b"keys");
        assert_eq!(backup.head.clipmeter, "0.1.0");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn backup_of_random_bytes_is_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300), is_marked in any::<bool>()) {
            let bytes = if is_marked { [MAGIC, &bytes[..]].concat() } else { bytes };
            let refusal = opened(&bytes).unwrap_err();
            prop_assert!(matches!(refusal, BackupError::Foreign { .. } | BackupError::Damaged { .. }), "{}", refusal);
        }

        #[test]
        fn backup_of_random_parts_is_refused_or_has_keys_of_stated_length(
            head in head(),
            body in proptest::collection::vec(any::<u8>(), 0..100),
            keys in proptest::collection::vec(any::<u8>(), 0..20),
            stated in prop_oneof![0_u32..200, any::<u32>()],
            is_stated in any::<bool>(),
        ) {
            let stated = if is_stated { u32::try_from(keys.len()).unwrap() } else { stated };
            match opened(&file_of(&head, &body, &keys, stated)) {
                Ok(backup) => {
                    prop_assert_eq!(backup.sealed_keys.len(), usize::try_from(stated).unwrap());
                    prop_assert_eq!(backup.head.format, FORMAT);
                    let mut archive = backup.archive().unwrap();
                    // Random bytes are no archive: the first entry is an error.
                    if let Some(entry) = archive.entries().unwrap().next() {
                        prop_assert!(entry.is_err());
                    }
                }
                Err(BackupError::Damaged { .. } | BackupError::Newer { .. }) => {}
                Err(other) => return Err(TestCaseError::fail(other.to_string())),
            }
        }
    }
}

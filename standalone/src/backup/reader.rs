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

//! Reads and encrypts a text in batches, as columns for the database.

use std::collections::HashSet;
use std::sync::Arc;

use super::text::{SessionLine, SessionText};
use crate::DbError;
use crate::secrets::Secrets;

/// Sessions encrypted and stored at once: enough that the overhead of a statement no longer matters, and few
/// enough that the memory used besides the text stays below 2 MB.
const SIZE: usize = 4_096;

/// A batch of sessions from a text.
#[derive(Debug, Default)]
pub(super) struct SessionBatch {
    pub(super) fingerprints: Vec<Vec<u8>>,
    pub(super) nonces: Vec<Vec<u8>>,
    pub(super) sealed: Vec<Vec<u8>>,
    /// Number of repeated sessions within this batch.
    pub(super) repeated: u64,
    pub(super) invalid: u64,
    /// The byte at which the next batch begins; `None` at the end of the text.
    pub(super) next: Option<usize>,
}

impl SessionBatch {
    /// Reads and encrypts from the byte `begin` on, on a separate thread: a hundred thousand lines would
    /// block other requests noticeably.
    pub(super) async fn read(
        text: &Arc<SessionText>,
        begin: usize,
        secrets: &Arc<Secrets>,
    ) -> Result<Self, DbError> {
        let (text, secrets) = (Arc::clone(text), Arc::clone(secrets));
        tokio::task::spawn_blocking(move || Self::seal(text.as_str(), begin, &secrets))
            .await
            .map_err(|_| DbError::Seal)?
    }

    fn seal(text: &str, begin: usize, secrets: &Secrets) -> Result<Self, DbError> {
        let mut batch = Self::default();
        let mut seen = HashSet::new();
        let mut position = begin;
        for line in text[begin..].split_inclusive(['\n', '\r']) {
            if batch.sealed.len() == SIZE {
                batch.next = Some(position);
                break;
            }
            position += line.len();
            match SessionLine::read(line) {
                SessionLine::Blank => {}
                SessionLine::Invalid => batch.invalid += 1,
                SessionLine::Session(value) => {
                    let session = secrets.seal(&value)?;
                    if seen.insert(session.fingerprint) {
                        batch.fingerprints.push(session.fingerprint.to_vec());
                        batch.nonces.push(session.nonce.to_vec());
                        batch.sealed.push(session.sealed);
                    } else {
                        batch.repeated += 1;
                    }
                }
            }
        }
        Ok(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_batches_contain_every_line_once() {
        let secrets = Secrets::generate().unwrap();
        let lines: Vec<String> = (0..2 * SIZE + 5).map(|n| format!("{n}:token")).collect();
        let text = format!("no session\r\n\r\n{}\n0:token\r7:token", lines.join("\r\n"));
        let (mut begin, mut sizes, mut repeated, mut invalid) = (Some(0), Vec::new(), 0, 0);
        while let Some(at) = begin {
            let batch = SessionBatch::seal(&text, at, &secrets).unwrap();
            assert_eq!(batch.fingerprints.len(), batch.nonces.len());
            sizes.push(batch.sealed.len());
            repeated += batch.repeated;
            invalid += batch.invalid;
            begin = batch.next;
        }
        // Repeats across batches are detected by the database.
        assert_eq!((sizes, repeated, invalid), (vec![SIZE, SIZE, 5 + 2], 0, 1));
    }
}

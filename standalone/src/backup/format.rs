//! The format of a backup file:
//!
//! ```text
//! clipmeter-backup\n            identifies the file for users
//! {"format": 1, …}\n            the head
//! gzip(tar)                     tables/NAME/NUMBER: whole rows in COPY's text form, in the order of the head; demo.json
//! sealed keys, may be empty     bound to everything above
//! length of the sealed keys     4 bytes, little endian
//! SHA-256                       32 bytes, of everything above
//! ```

use chrono::{DateTime, Utc};
use clipmeter_db::backup::Contents;
use serde::{Deserialize, Serialize};

/// The first line of the file.
pub(super) const MAGIC: &[u8] = b"clipmeter-backup\n";
/// Format number; incremented when older programs could no longer restore the file.
pub(super) const FORMAT: u32 = 1;
/// Maximum length of the head in bytes: it grows with the number of tables, of which there are a few dozen of a hundred bytes
/// each.
pub(super) const MAX_HEAD: u64 = 1 << 20;
/// Bytes of the sealed keys' length.
pub(super) const KEYS_LENGTH_BYTES: usize = 4;
/// Bytes of the digest.
pub(super) const DIGEST_LENGTH: usize = 32;
/// Folder of the tables in the archive.
pub(super) const TABLES: &str = "tables";
/// Bytes of rows that are buffered in memory; a longer row is buffered whole.
pub(super) const PART: usize = 1 << 20;

/// The part of the head that is readable in every format.
#[derive(Debug, Deserialize)]
pub(super) struct AnyHead {
    pub(super) format: u32,
    pub(super) clipmeter: String,
}

/// The head of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) format: u32,
    /// The version of Clipmeter that made the backup.
    pub(super) clipmeter: String,
    /// The time of the snapshot.
    pub(super) created_at: DateTime<Utc>,
    pub(super) contents: Contents,
}

impl Head {
    pub(super) fn new(created_at: DateTime<Utc>, contents: Contents) -> Self {
        Self {
            format: FORMAT,
            clipmeter: env!("CARGO_PKG_VERSION").to_owned(),
            created_at,
            contents,
        }
    }
}

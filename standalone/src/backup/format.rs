//! The form of a backup's file:
//!
//! ```text
//! clipmeter-backup\n            tells people what the file is
//! {"format": 1, …}\n            the head
//! gzip(tar)                     tables/NAME/NUMBER: whole rows in COPY's text form, in the order of the head; demo.json
//! sealed keys, may be empty     bound to everything before
//! length of those               4 bytes, little endian
//! SHA-256                       32 bytes, of everything before
//! ```

use chrono::{DateTime, Utc};
use clipmeter_api::store::backup::Contents;
use serde::{Deserialize, Serialize};

/// The first line.
pub(super) const MAGIC: &[u8] = b"clipmeter-backup\n";
/// Raised when an older program could not restore it.
pub(super) const FORMAT: u32 = 1;
/// Longest head, bytes: it grows with the number of tables, of which there are some dozens of a hundred bytes each.
pub(super) const LONGEST_HEAD: u64 = 1 << 20;
/// Length of the length of the sealed keys, bytes.
pub(super) const LENGTH_LENGTH: usize = 4;
/// Length of the digest, bytes.
pub(super) const DIGEST_LENGTH: usize = 32;
/// Folder of the tables in the archive.
pub(super) const TABLES: &str = "tables";
/// Bytes of rows that are kept in memory; a longer row is kept whole.
pub(super) const PART: usize = 1 << 20;

/// What can be read of every format.
#[derive(Debug, Deserialize)]
pub(super) struct AnyHead {
    pub(super) format: u32,
    pub(super) clipmeter: String,
}

/// What a backup is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) format: u32,
    /// The version of Clipmeter that made it.
    pub(super) clipmeter: String,
    /// The moment of the snapshot.
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

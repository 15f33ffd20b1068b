//! Writes a backup file.

use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use super::format::{Head, MAGIC};

/// Prefix of the name of an incomplete file.
const INCOMPLETE_PREFIX: &str = ".clipmeter-backup-";
/// Mode of the files in the archive.
const MODE: u32 = 0o600;

/// Computes the digest of the written data.
pub(super) struct Hashing<W> {
    inner: W,
    digest: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

type Body = tar::Builder<GzEncoder<Hashing<BufWriter<NamedTempFile>>>>;

/// A file that is written next to its final path, readable by its owner only.
pub(super) struct Writer {
    body: Body,
    path: PathBuf,
}

/// A backup file in progress; only the end is missing.
pub(super) struct Closing {
    file: Hashing<BufWriter<NamedTempFile>>,
    path: PathBuf,
}

impl Writer {
    pub(super) fn create(path: &Path, head: &Head) -> io::Result<Self> {
        let file = tempfile::Builder::new()
            .prefix(INCOMPLETE_PREFIX)
            .tempfile_in(above(path))?;
        let mut file = Hashing {
            inner: BufWriter::new(file),
            digest: Sha256::new(),
        };
        file.write_all(MAGIC)?;
        serde_json::to_writer(&mut file, head)?;
        file.write_all(b"\n")?;
        Ok(Self {
            body: tar::Builder::new(GzEncoder::new(file, Compression::default())),
            path: path.to_owned(),
        })
    }

    /// Adds a file to the archive.
    pub(super) fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_mode(MODE);
        header.set_size(content.len() as u64);
        self.body.append_data(&mut header, name, content)
    }

    /// Finishes the archive.
    pub(super) fn end(self) -> io::Result<Closing> {
        Ok(Closing {
            file: self.body.into_inner()?.finish()?,
            path: self.path,
        })
    }
}

impl Closing {
    /// Returns the digest that the sealed keys are bound to.
    pub(super) fn digest(&self) -> [u8; 32] {
        self.file.digest.clone().finalize().into()
    }

    /// Writes the end, syncs everything to disk, and moves the file to its final path.
    pub(super) fn finish(mut self, sealed_keys: &[u8], overwrite: bool) -> io::Result<()> {
        let length = u32::try_from(sealed_keys.len()).map_err(io::Error::other)?;
        self.file.write_all(sealed_keys)?;
        self.file.write_all(&length.to_le_bytes())?;
        let digest = self.digest();
        self.file.write_all(&digest)?;
        let file = self.file.inner.into_inner().map_err(IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        let moved = if overwrite {
            file.persist(&self.path)
        } else {
            file.persist_noclobber(&self.path)
        };
        moved.map_err(|error| error.error)?;
        File::open(above(&self.path))?.sync_all()
    }
}

/// Returns the parent folder of a file.
fn above(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

//! Collects everything that the programs have written, to search it.

use std::fs;
use std::path::{Path, PathBuf};

use reqwest::Method;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _};

use crate::support::Admin;

/// Everything that a user of the machine can read afterwards.
pub(crate) struct CollectedOutput {
    /// Bodies of error responses.
    pub(crate) refusals: Vec<String>,
    pub(crate) tables: String,
    /// Logs, and everything in the data folder, including the files of the database.
    pub(crate) files: Vec<(PathBuf, Vec<u8>)>,
}

impl CollectedOutput {
    /// Sends a request that is refused, and stores the response.
    pub(crate) async fn refused(
        &mut self,
        admin: &Admin,
        method: Method,
        path: &str,
        media_type: &str,
        body: String,
    ) {
        let response = admin.send(method, path, media_type, body).await;
        let status = response.status();
        assert!(status.is_client_error(), "{path}: {status}");
        self.refusals.push(response.text().await.unwrap());
    }

    /// Returns where a text was found, if anywhere.
    pub(crate) fn find(&self, needle: &str) -> Option<String> {
        if self.refusals.iter().any(|refusal| refusal.contains(needle)) {
            return Some("a refusal".to_owned());
        }
        if self.tables.contains(needle) {
            return Some("a table".to_owned());
        }
        let finder = memchr::memmem::Finder::new(needle);
        let mut files = self.files.iter();
        files
            .find(|(_, content)| finder.find(content).is_some())
            .map(|(path, _)| path.display().to_string())
    }
}

/// Returns every file in a folder and its subfolders.
pub(crate) fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .flat_map(|entry| match entry.file_type().unwrap() {
            kind if kind.is_dir() => files(&entry.path()),
            kind if kind.is_file() => vec![(entry.path(), fs::read(entry.path()).unwrap())],
            _ => Vec::new(),
        })
        .collect()
}

/// Returns every row of every table as text.
pub(crate) async fn dump(data: &Path) -> String {
    let server = data.join("postgres");
    let mut connection = PgConnectOptions::new_without_pgpass()
        .socket(server.join("run"))
        .username("postgres")
        .password(fs::read_to_string(server.join("password")).unwrap().trim())
        .database("postgres")
        .connect()
        .await
        .unwrap();
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let mut rows = Vec::new();
    for table in tables {
        let query = format!("SELECT t::text FROM {table} t");
        let found: Vec<String> = sqlx::query_scalar(AssertSqlSafe(query))
            .fetch_all(&mut connection)
            .await
            .unwrap();
        rows.extend(found);
    }
    rows.join("\n")
}

//! Removes the remnants of a killed server, processes and empty lock files, which keep a new server from starting.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::PostgresError;

/// Timeout for the shutdown of a server whose parent was killed, and for the end of killed processes.
const LIMIT: Duration = Duration::from_secs(30);
const POLL: Duration = Duration::from_millis(20);

/// Waits for a server whose parent was killed, as it is shutting down: two servers must not use one directory.
pub(crate) async fn wait_for_server(data: &Path) {
    let deadline = Instant::now() + LIMIT;
    while Instant::now() < deadline && is_alive(data) {
        tokio::time::sleep(POLL).await;
    }
}

/// Returns whether the main process of the server on a data directory runs.
pub(crate) fn is_alive(data: &Path) -> bool {
    let Ok(text) = fs::read_to_string(data.join("postmaster.pid")) else {
        return false;
    };
    let Some(pid) = text
        .lines()
        .next()
        .and_then(|line| line.trim().parse::<u32>().ok())
    else {
        return false;
    };
    // The process ID may have been reused.
    is_postgres(Path::new(&format!("/proc/{pid}")))
}

/// Removes what a killed server left. The caller excludes a second server on the data directory.
pub(crate) async fn remove(data: &Path, sockets: &Path) -> Result<(), PostgresError> {
    if is_alive(data) {
        return Ok(());
    }
    end_processes(data).await;
    for lock in [data.join("postmaster.pid"), sockets.join(".s.PGSQL.5432.lock")] {
        if fs::metadata(&lock).is_ok_and(|lock| lock.len() == 0) {
            fs::remove_file(&lock).map_err(PostgresError::io("remove", &lock))?;
        }
    }
    Ok(())
}

/// Kills the processes of a server whose main process was killed. Most end by themselves, but not one that waits for a lock of a
/// process that is gone.
async fn end_processes(data: &Path) {
    let deadline = Instant::now() + LIMIT;
    while Instant::now() < deadline {
        let left = processes(data);
        if left.is_empty() {
            return;
        }
        for process in left {
            // It may have ended meanwhile.
            let _ = kill_process(process, Signal::KILL);
        }
        tokio::time::sleep(POLL).await;
    }
}

/// Returns the server processes that have a data directory as their working directory.
fn processes(data: &Path) -> Vec<Pid> {
    let (Ok(all), Some(data)) = (fs::read_dir("/proc"), identity(data)) else {
        return Vec::new();
    };
    all.flatten()
        .filter(|process| {
            // A process in a container may have another folder with the same path.
            identity(&process.path().join("cwd")) == Some(data) && is_postgres(&process.path())
        })
        .filter_map(|process| Pid::from_raw(process.file_name().to_str()?.parse().ok()?))
        .collect()
}

/// Returns the device and the inode of a folder.
fn identity(folder: &Path) -> Option<(u64, u64)> {
    let folder = fs::metadata(folder).ok()?;
    Some((folder.dev(), folder.ino()))
}

/// Returns whether a folder in `/proc` belongs to a server process.
fn is_postgres(process: &Path) -> bool {
    fs::read_to_string(process.join("comm")).is_ok_and(|name| name.trim() == "postgres")
}

//! The limit of open files.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Assumed where the system has no limit: more than all servers together ever use.
const UNLIMITED: usize = 65_536;

/// Raises the soft limit of open files to the hard one and returns the effective limit. The soft limit is 1,024 on most
/// systems, for the sake of programs that use `select`; this program does not, nor do the child processes that inherit
/// the limit (scrapers and `PostgreSQL`, which limits itself by `max_files_per_process`).
pub fn raise() -> usize {
    let before = getrlimit(Resource::Nofile);
    let mut desired = before;
    desired.current = before.maximum;
    let raised = setrlimit(Resource::Nofile, desired);
    if let Err(error) = raised {
        tracing::warn!(%error, limit = before.current, "cannot raise the limit of open files to the hard limit");
    }
    let limit = getrlimit(Resource::Nofile).current;
    limit.map_or(UNLIMITED, |limit| usize::try_from(limit).unwrap_or(UNLIMITED))
}

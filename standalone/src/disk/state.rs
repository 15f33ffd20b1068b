//! Derives the state of a disk from its free space.

use std::path::Path;

use clipmeter_db::storage::StorageState;

use super::MEBIBYTE;
use super::space::{Space, megabytes};

/// With less free space than this, including the reserve, only sign-ins and the audit log are written. The remainder lasts the
/// server for weeks: its log grows in steps of 16 MiB, and old segments are reused.
const REFUSE_BELOW: u64 = 128 * MEBIBYTE;

/// With this much free space all writes resume. The gap between the two prevents flapping every second.
pub(super) const RESUME_AT: u64 = REFUSE_BELOW + 16 * MEBIBYTE;

/// Percentage of free disk space at which admins get the first and the second warning.
const LOW: u64 = 10;
const CRITICAL: u64 = 2;

/// Returns the state of a disk whose previous state was `before`. Improving requires somewhat more free space than the threshold
/// for getting worse.
pub(super) fn state_after(room: u64, total: u64, before: StorageState) -> StorageState {
    let full_below = if before == StorageState::Full {
        RESUME_AT
    } else {
        REFUSE_BELOW
    };
    if room < full_below {
        return StorageState::Full;
    }
    let is = |state: StorageState, percent: u64| {
        let percent = percent + u64::from(before >= state);
        u128::from(room) * 100 < u128::from(total) * u128::from(percent)
    };
    if is(StorageState::Critical, CRITICAL) {
        StorageState::Critical
    } else if is(StorageState::Low, LOW) {
        StorageState::Low
    } else {
        StorageState::Ok
    }
}

/// Returns the message for users; empty while there is enough space.
pub(super) fn message(state: StorageState, space: &Space, folder: &Path, room: u64) -> String {
    let place = format!(
        "The disk at {} that holds {}",
        space.disk.display(),
        folder.display()
    );
    let free = megabytes(space.free);
    let percent = space.free.saturating_mul(100) / space.total.max(1);
    // The reserve does not appear as free to users.
    let reserve = room.saturating_sub(space.free);
    let refuse = megabytes(REFUSE_BELOW.saturating_sub(reserve));
    match state {
        StorageState::Ok | StorageState::ReadOnly => String::new(),
        StorageState::Low | StorageState::Critical => format!(
            "{place} is nearly full: {free} ({percent} %) free. Make room on it. Below {refuse} nothing can be changed and \
             nothing is scraped."
        ),
        StorageState::Full => format!(
            "{place} is full: {free} free, {} more needed. Until there is room nothing can be changed and nothing is scraped.",
            megabytes(RESUME_AT.saturating_sub(room)),
        ),
    }
}

#[cfg(test)]
mod tests {
    use StorageState::{Critical, Full, Low, Ok};

    use super::*;

    const GIGABYTE: u64 = 1_000_000_000;

    #[test]
    fn disk_state_follows_free_space_and_previous_state() {
        let large = 100 * GIGABYTE;
        for (room, total, before, after) in [
            (50 * GIGABYTE, large, Ok, Ok),
            (10 * GIGABYTE, large, Ok, Ok),
            (10 * GIGABYTE - 1, large, Ok, Low),
            (11 * GIGABYTE - 1, large, Low, Low),
            (11 * GIGABYTE, large, Low, Ok),
            (2 * GIGABYTE - 1, large, Ok, Critical),
            (2 * GIGABYTE - 1, large, Low, Critical),
            (3 * GIGABYTE - 1, large, Critical, Critical),
            (3 * GIGABYTE, large, Critical, Low),
            (REFUSE_BELOW - 1, large, Ok, Full),
            (0, large, Critical, Full),
            (RESUME_AT - 1, large, Full, Full),
            (RESUME_AT, large, Full, Critical),
            (50 * GIGABYTE, large, Full, Ok),
            // A small disk is full before it is low.
            (REFUSE_BELOW, GIGABYTE, Ok, Ok),
            (REFUSE_BELOW - 1, GIGABYTE, Ok, Full),
            (0, 0, Ok, Full),
            (u64::MAX, u64::MAX, Ok, Ok),
        ] {
            assert_eq!(
                state_after(room, total, before),
                after,
                "{room} of {total}, {before:?}"
            );
        }
    }

    #[test]
    fn disk_message_names_disk_folder_and_missing_space() {
        let space = Space {
            disk: "/mnt".into(),
            free: 20_000_000,
            total: 400_000_000,
        };
        let text = |state| message(state, &space, Path::new("/mnt/data"), space.free);
        assert_eq!(text(Ok), "");
        for part in ["at /mnt ", "holds /mnt/data", "20 MB free", "131 MB more"] {
            assert!(text(Full).contains(part), "{part}: {}", text(Full));
        }
        assert!(text(Low).contains("20 MB (5 %) free"), "{}", text(Low));
    }
}

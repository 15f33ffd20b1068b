//! A restore that is killed.

use std::fs;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};

use rustix::fs::{CWD, Mode, OFlags, mkfifoat, openat};
use rustix::process::{Pid, Signal, kill_process};

use super::{BACKUP_WITH_KEYS, RESTORE, documented, done};
use crate::support::{Admin, Service, clipmeter, eventually, folder};

const NOWHERE: &str = "http://127.0.0.1:9";

/// Restores that may be complete before the signal.
const MAX_ATTEMPTS: u32 = 10;

fn kill(process: &Child, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(process.id()).unwrap()).unwrap();
    kill_process(pid, signal).unwrap();
}

/// Sends the signal once the server of the restore runs, and returns how the restore ended.
async fn interrupted(mut restoring: Child, pid_file: &Path, signal: Signal) -> ExitStatus {
    let ended = eventually("the server of the restore", async || {
        let ended = restoring.try_wait().unwrap();
        (ended.is_some() || pid_file.exists()).then_some(ended)
    })
    .await;
    if let Some(status) = ended {
        return status;
    }
    kill(&restoring, signal);
    eventually("the end of the restore", async || restoring.try_wait().unwrap()).await
}

#[tokio::test]
async fn killed_restore_leaves_no_partial_folder_and_is_repeatable() {
    let place = folder();
    let [data, file, target] = ["data", "file.backup", "target"].map(|name| place.path().join(name));
    let mut service = Service::start(&mut clipmeter(&data, NOWHERE));
    done(documented(BACKUP_WITH_KEYS, &file, &data));
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));

    let unfinished = place.path().join(".target.restoring");
    let pid_file = unfinished.join("postgres/data/postmaster.pid");
    // The last restore finds what the killed one left behind.
    for signal in [Signal::TERM, Signal::KILL] {
        let mut attempts = 0;
        loop {
            let mut command = documented(RESTORE, &file, &target);
            let restoring = command.stderr(Stdio::piped()).spawn().unwrap();
            if !interrupted(restoring, &pid_file, signal).await.success() {
                break;
            }
            // On a busy machine, it may be complete before it gets the signal.
            attempts += 1;
            assert!(attempts < MAX_ATTEMPTS, "{signal:?} does not end a restore");
            fs::remove_dir_all(&target).unwrap();
        }
        assert!(
            !target.exists(),
            "an incomplete copy is in place after {signal:?}"
        );
        assert_eq!(unfinished.exists(), signal == Signal::KILL);
    }

    done(documented(RESTORE, &file, &target));
    assert!(!unfinished.exists());
    assert!(fs::read_dir(&target).unwrap().count() > 2);
    let service = Service::start(&mut clipmeter(&target, NOWHERE));
    Admin::sign_in(&service.url).await;
}

#[tokio::test]
async fn restore_ends_on_signal_before_it_writes() {
    let place = folder();
    let [file, target] = ["file.backup", "target"].map(|name| place.path().join(name));
    // A read of a pipe waits, as the check of a large file or the prompt for a passphrase does.
    mkfifoat(CWD, file.as_path(), Mode::RUSR | Mode::WUSR).unwrap();
    let mut restoring = documented(RESTORE, &file, &target).spawn().unwrap();
    let flags = OFlags::WRONLY | OFlags::NONBLOCK;
    let _pipe = eventually("the restore to open the backup", async || {
        openat(CWD, file.as_path(), flags, Mode::empty()).ok()
    })
    .await;
    kill(&restoring, Signal::TERM);
    let status = eventually("the end of the restore", async || restoring.try_wait().unwrap()).await;
    assert!(!status.success());
    assert!(!target.exists());
}

//! `clipmeter backup` and `clipmeter restore` with the real program, with the commands of docs/operator/operations.md.

mod killed;
mod refused;
mod round_trip;
mod snapshot;

use std::path::Path;
use std::process::{Command, Output};

/// The page with the commands.
const OPERATIONS: &str = include_str!("../../../../docs/operator/operations.md");

const BACKUP: &str = "clipmeter backup FILE --data-dir DIR";
const BACKUP_WITH_KEYS: &str = "clipmeter backup FILE --data-dir DIR --with-keys";
const RESTORE: &str = "clipmeter restore FILE --data-dir DIR";

const PASSPHRASE: &str = "a passphrase of some length";

/// Returns a command that is on its own line of the page, with these values for FILE and DIR.
fn documented(line: &str, file: &Path, data: &Path) -> Command {
    assert!(
        OPERATIONS.lines().any(|found| found == line),
        "docs/operator/operations.md does not have the line {line}"
    );
    let mut words = line.split(' ');
    assert_eq!(words.next(), Some("clipmeter"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_clipmeter"));
    for word in words {
        match word {
            "FILE" => command.arg(file),
            "DIR" => command.arg(data),
            word => command.arg(word),
        };
    }
    command
        .env("CLIPMETER_BACKUP_PASSPHRASE", PASSPHRASE)
        .env_remove("DATABASE_URL");
    command
}

/// Returns the output of a command that must succeed.
fn done(mut command: Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let errors = String::from_utf8(stderr).unwrap();
    assert!(status.success(), "{command:?}: {errors}");
    String::from_utf8(stdout).unwrap()
}

//! Ties the server's lifetime to this process. A shell in between waits for the end of its standard input, which the kernel closes
//! when this process ends for any reason, and then requests a fast shutdown of the server.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{ExitStatus, Stdio};

use tokio::process::{Child, ChildStdin, Command};

use crate::process_user::ProcessUser;

const SHELL: &str = "/bin/sh";

/// Runs "$@" until it ends or standard input closes; then, when $REMOVE names a folder, removes it.
///
/// The shell ignores SIGHUP: if this process ends while the server is stopped (SIGSTOP), the kernel sends SIGHUP to their process
/// group, and without the shell nothing would shut down the server.
const SCRIPT: &str = r#"
trap '' HUP
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( while read -r _ <&3; do :; done; kill -INT "$server" 2>/dev/null ) &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
if [ -n "$REMOVE" ]; then rm -rf "$REMOVE"; fi
exit "$code"
"#;

/// A program that ends with this process, or on request.
#[derive(Debug)]
pub(crate) struct Guarded {
    child: Child,
    /// The standard input of the child, which is open as long as the program should run. It is separate from the child, because
    /// waiting for a child closes its standard input.
    lifeline: Option<ChildStdin>,
}

/// The command line of a guarded program.
pub(crate) struct Guard {
    command: Command,
}

impl Guard {
    /// Runs `program` as `owner`; afterwards removes a folder.
    pub(crate) fn new(process_user: ProcessUser, program: &Path, remove_afterwards: Option<&Path>) -> Self {
        let mut command = process_user.command(Path::new(SHELL));
        command.args(["-c", SCRIPT, "guard"]).arg(program);
        if let Some(folder) = remove_afterwards {
            command.env("REMOVE", folder);
        }
        // A separate process group, so that Ctrl-C signals only this process, which then stops the server in order.
        command.process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::null());
        Self {
            command: Command::from(command),
        }
    }

    pub(crate) fn args(&mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        self.command.args(args);
        self
    }

    /// Starts the program; its standard error goes to `log`.
    pub(crate) fn spawn(mut self, log: File) -> io::Result<Guarded> {
        let mut child = self.command.stderr(Stdio::from(log)).spawn()?;
        let lifeline = child.stdin.take();
        Ok(Guarded { child, lifeline })
    }
}

impl Guarded {
    /// Returns the exit status if the program has ended.
    pub(crate) fn ended_with(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Waits for the program to end without a request.
    pub(crate) async fn ended(&mut self) {
        // On an error, there is no process to wait for.
        drop(self.child.wait().await);
    }

    /// Requests the program to end and waits for it.
    pub(crate) async fn stop(mut self) {
        drop(self.lifeline.take());
        self.ended().await;
    }
}

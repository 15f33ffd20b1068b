//! Ties the server's life to ours. A shell stands between: it waits for the end of its standard input, which
//! the kernel closes when this process ends in whatever way, and then asks the server for a fast shutdown.

use std::path::Path;
use std::process::Stdio;

use tokio::process::{Child, Command};

use crate::owner::Owner;

const SHELL: &str = "/bin/sh";

/// Runs "$@" until it ends or standard input closes; then, when $REMOVE names a folder, removes it.
const SCRIPT: &str = r#"
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

/// The guard of `program`, not yet started. Arguments that are added go to `program`. Dropping the child's standard
/// input stops the program.
pub(crate) fn guarded(owner: Owner, program: &Path, remove_afterwards: Option<&Path>) -> Command {
    let mut command = owner.command(Path::new(SHELL));
    command.args(["-c", SCRIPT, "guard"]).arg(program);
    if let Some(folder) = remove_afterwards {
        command.env("REMOVE", folder);
    }
    // A Ctrl-C in the terminal is for this process, which then stops the server in its own order.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    Command::from(command)
}

/// Closes the guard's standard input and waits for its end.
pub(crate) async fn stop(mut child: Child) {
    drop(child.stdin.take());
    if let Err(error) = child.wait().await {
        tracing::warn!(%error, "cannot wait for PostgreSQL to stop");
    }
}

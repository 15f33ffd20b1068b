//! A proxy in front of the server that can delay the response to BEGIN.

use std::path::{Path, PathBuf};

use sqlx::postgres::PgConnectOptions;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Everything is forwarded.
    Open,
    /// The response to the next BEGIN will be delayed.
    Waiting,
    /// A response is being delayed.
    Blocked,
}

pub(crate) struct BeginBlocker {
    folder: TempDir,
    state: watch::Sender<State>,
}

impl BeginBlocker {
    pub(crate) fn before(server: &PgConnectOptions) -> Self {
        let socket = |folder: &Path| folder.join(format!(".s.PGSQL.{}", server.get_port()));
        let folder = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(socket(folder.path())).unwrap();
        let state = watch::Sender::new(State::Open);
        tokio::spawn(accept(
            listener,
            socket(server.get_socket().unwrap()),
            state.clone(),
        ));
        Self { folder, state }
    }

    /// The same database by this way.
    pub(crate) fn options(&self, server: &PgConnectOptions) -> PgConnectOptions {
        server.clone().socket(self.folder.path())
    }

    /// Delays the response to the next BEGIN.
    pub(crate) fn block(&self) {
        self.state.send_replace(State::Waiting);
    }

    /// Waits until a response is being delayed.
    pub(crate) async fn until_blocked(&self) {
        let mut state = self.state.subscribe();
        state.wait_for(|state| *state == State::Blocked).await.unwrap();
    }

    pub(crate) fn release(&self) {
        self.state.send_replace(State::Open);
    }
}

async fn accept(listener: UnixListener, server: PathBuf, state: watch::Sender<State>) {
    while let Ok((client, _)) = listener.accept().await {
        let (client_reads, client_writes) = client.into_split();
        let (server_reads, server_writes) = UnixStream::connect(&server).await.unwrap().into_split();
        tokio::spawn(requests(client_reads, server_writes, state.clone()));
        tokio::spawn(relay_responses(server_reads, client_writes, state.subscribe()));
    }
}

async fn requests(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, state: watch::Sender<State>) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        let begins = bytes[..read].windows(5).any(|word| word == b"BEGIN");
        state.send_if_modified(|state| {
            let blocks = begins && *state == State::Waiting;
            if blocks {
                *state = State::Blocked;
            }
            blocks
        });
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

async fn relay_responses(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut state: watch::Receiver<State>) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        let may_pass = state.wait_for(|state| *state != State::Blocked).await.is_ok();
        if !may_pass || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

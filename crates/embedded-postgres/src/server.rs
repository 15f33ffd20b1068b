//! One server on one data directory.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use secrecy::{ExposeSecret as _, SecretString};
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::database_files::{self, SCRAM_ITERATIONS, SUPERUSER};
use crate::download::hex;
use crate::guard::{Guard, Guarded};
use crate::process_user::ProcessUser;
use crate::{Installation, PostgresError, remnants};

/// A server that has not begun to start by then has failed. Crash recovery may take longer.
const START_LIMIT: Duration = Duration::from_mins(2);
/// Interval for checking whether the server responds.
const POLL: Duration = Duration::from_millis(20);
/// Bytes of the log from which a start begins a new one.
const MAX_LOG_SIZE: u64 = 16 * 1024 * 1024;
/// The kernel limits a socket's path to 108 bytes, of which the server's own file name takes 20.
const SOCKET_FOLDER_LIMIT: usize = 80;

/// The data that a crash of the machine may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// No committed data may be lost.
    Full,
    /// Everything may be lost. For tests, whose data is discarded.
    None,
}

/// Location and settings of a server.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// The folder for all files of this server: `data`, `run`, `password`, `postgres.log`.
    pub folder: PathBuf,
    /// The data that a crash of the machine may cost.
    pub durability: Durability,
    /// Whether to remove the folder when the server has stopped.
    pub temporary: bool,
}

/// A running server. It ends with [`Server::stop`], or with this process.
#[derive(Debug)]
pub struct Server {
    installation: Installation,
    config: ServerConfig,
    sockets: PathBuf,
    password: SecretString,
    guard: Guarded,
}

impl Server {
    /// Creates the data directory if there is none, waits for an earlier server on it to end, starts the server, and returns once
    /// it accepts connections.
    pub async fn start(installation: Installation, config: ServerConfig) -> Result<Self, PostgresError> {
        let process_user = ProcessUser::for_this_process();
        fs::create_dir_all(&config.folder).map_err(PostgresError::io("create", &config.folder))?;
        let folder = config
            .folder
            .canonicalize()
            .map_err(PostgresError::io("find", &config.folder))?;
        let config = ServerConfig { folder, ..config };
        process_user.can_reach(&config.folder)?;
        process_user.take(&config.folder)?;
        let data = config.folder.join("data");
        database_files::check_version(&data)?;
        let password = password(&config.folder, &data)?;
        database_files::ensure(&installation, process_user, &data, &password).await?;
        let sockets = socket_folder(&config.folder, process_user)?;
        remnants::wait_for_server(&data).await;
        remnants::remove(&data, &sockets).await?;
        let guard = launch(&installation, process_user, &config, &sockets)?;
        let mut server = Self {
            installation,
            config,
            sockets,
            password,
            guard,
        };
        server.wait_until_ready(START_LIMIT).await?;
        Ok(server)
    }

    /// Returns the superuser's connection options for `database`.
    #[must_use]
    pub fn connect_options(&self, database: &str) -> PgConnectOptions {
        connect_options(&self.sockets, &self.password, database)
    }

    /// Returns the superuser's connection options for `database` on a server that another process runs in a folder; `None` if
    /// there is none.
    #[must_use]
    pub fn running(folder: &Path, database: &str) -> Option<PgConnectOptions> {
        let data = folder.join("data");
        if !remnants::is_alive(&data) {
            return None;
        }
        // The fifth line is the folder of the socket:
        // https://www.postgresql.org/docs/18/storage-file-layout.html
        let status = fs::read_to_string(data.join("postmaster.pid")).ok()?;
        let sockets = status.lines().nth(4).filter(|line| !line.is_empty())?;
        let password = fs::read_to_string(folder.join("password")).ok()?;
        Some(connect_options(Path::new(sockets), &password.into(), database))
    }

    /// Waits for the server in a folder whose parent was killed; it is already shutting down.
    pub async fn wait_for_orphan(folder: &Path) {
        remnants::wait_for_server(&folder.join("data")).await;
    }

    /// Waits for the server to end unexpectedly, because it was killed or crashed.
    pub async fn ended(&mut self) {
        self.guard.ended().await;
    }

    /// Restarts the server after it ended. Its address is unchanged, so that connection pools find it.
    pub async fn restart(&mut self) -> Result<(), PostgresError> {
        let data = self.config.folder.join("data");
        remnants::wait_for_server(&data).await;
        remnants::remove(&data, &self.sockets).await?;
        self.guard = launch(
            &self.installation,
            ProcessUser::for_this_process(),
            &self.config,
            &self.sockets,
        )?;
        self.wait_until_ready(START_LIMIT).await
    }

    /// Stops the server: open transactions are rolled back, and all committed data is on disk.
    pub async fn stop(self) {
        self.guard.stop().await;
    }

    async fn wait_until_ready(&mut self, limit: Duration) -> Result<(), PostgresError> {
        let log = self.config.folder.join("postgres.log");
        let options = self
            .connect_options("postgres")
            .log_statements(tracing::log::LevelFilter::Off);
        let mut deadline = Instant::now() + limit;
        loop {
            let refusal = match options.connect().await {
                Ok(connection) => {
                    connection.close().await?;
                    return Ok(());
                }
                Err(refusal) => refusal,
            };
            if let Some(status) = self.guard.ended_with() {
                return Err(PostgresError::Start {
                    reason: format!("it ended with {status}"),
                    log,
                });
            }
            // It replays its log for as long as its disk needs. If it were ended, the next start would begin anew.
            if is_starting(&refusal) {
                deadline = Instant::now() + limit;
            }
            if Instant::now() > deadline {
                return Err(PostgresError::Start {
                    reason: refusal.to_string(),
                    log,
                });
            }
            tokio::time::sleep(POLL).await;
        }
    }
}

/// Returns whether the server rejected a connection because it is still starting, such as during crash recovery.
fn is_starting(refusal: &sqlx::Error) -> bool {
    const CANNOT_CONNECT_NOW: &str = "57P03";
    let error = refusal.as_database_error();
    error
        .and_then(sqlx::error::DatabaseError::code)
        .is_some_and(|code| code == CANNOT_CONNECT_NOW)
}

/// Returns the superuser's password, which is generated at the first start and stored readable by the caller only. A database in
/// `data` accepts no other one.
fn password(folder: &Path, data: &Path) -> Result<SecretString, PostgresError> {
    let path = folder.join("password");
    match fs::read_to_string(&path) {
        Ok(password) => return Ok(SecretString::from(password)),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(PostgresError::io("read", &path)(error)),
    }
    if data.join("PG_VERSION").exists() {
        return Err(PostgresError::NoPassword { path });
    }
    // Written next to its final path (readable by the caller only) and then moved.
    let password = hex(&rand::random::<[u8; 24]>());
    let mut file =
        tempfile::NamedTempFile::new_in(folder).map_err(PostgresError::io("create a file in", folder))?;
    // On disk before the database, which is useless without it.
    file.write_all(password.as_bytes())
        .and_then(|()| file.as_file().sync_all())
        .map_err(PostgresError::io("write", file.path()))?;
    file.persist(&path)
        .map_err(|error| PostgresError::io("write", &path)(error.error))?;
    Ok(SecretString::from(password))
}

fn connect_options(sockets: &Path, password: &SecretString, database: &str) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(sockets)
        .username(SUPERUSER)
        .password(password.expose_secret())
        .database(database)
        .ssl_mode(PgSslMode::Disable)
}

/// Returns `run` in the server's folder, or a short path elsewhere if that one is too long for a socket.
fn socket_folder(folder: &Path, process_user: ProcessUser) -> Result<PathBuf, PostgresError> {
    let beside = folder.join("run");
    let sockets = if beside.as_os_str().len() <= SOCKET_FOLDER_LIMIT {
        fs::create_dir_all(&beside).map_err(PostgresError::io("create", &beside))?;
        beside
    } else {
        let temporary = std::env::temp_dir();
        tempfile::Builder::new()
            .prefix("clipmeter-")
            .tempdir_in(&temporary)
            .map_err(PostgresError::io("create a folder in", &temporary))?
            .keep()
    };
    let private = fs::Permissions::from_mode(0o700);
    fs::set_permissions(&sockets, private).map_err(PostgresError::io("protect", &sockets))?;
    process_user.take(&sockets)?;
    Ok(sockets)
}

fn launch(
    installation: &Installation,
    process_user: ProcessUser,
    config: &ServerConfig,
    sockets: &Path,
) -> Result<Guarded, PostgresError> {
    let log_path = config.folder.join("postgres.log");
    let log = open_log(&log_path).map_err(PostgresError::io("write", &log_path))?;
    let removed = config.temporary.then_some(config.folder.as_path());
    let mut guard = Guard::new(process_user, &installation.program("postgres"), removed);
    guard.args([
        OsStr::new("-D"),
        config.folder.join("data").as_os_str(),
        OsStr::new("-k"),
        sockets.as_os_str(),
    ]);
    for setting in settings(config.durability) {
        guard.args(["-c", setting]);
    }
    guard
        .spawn(log)
        .map_err(PostgresError::io("start PostgreSQL in", &config.folder))
}

/// Opens the log to append to it. A large one is moved aside first, replacing the one before, because a server that cannot start is
/// restarted for as long as its disk is full.
fn open_log(path: &Path) -> io::Result<File> {
    if fs::metadata(path).is_ok_and(|log| log.len() > MAX_LOG_SIZE) {
        fs::rename(path, path.with_extension("log.old"))?;
    }
    OpenOptions::new().create(true).append(true).open(path)
}

fn settings(durability: Durability) -> &'static [&'static str] {
    match durability {
        Durability::Full => &[
            "listen_addresses=",
            "max_connections=60",
            "shared_buffers=128MB",
            "jit=off",
            SCRAM_ITERATIONS,
            "log_min_messages=warning",
            // Two lines every five minutes, at any level.
            "log_checkpoints=off",
        ],
        Durability::None => &[
            "listen_addresses=",
            "max_connections=200",
            "shared_buffers=128MB",
            "jit=off",
            SCRAM_ITERATIONS,
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "autovacuum=off",
        ],
    }
}

#[cfg(test)]
mod tests {
    use rustix::fs::{CWD, Mode, mkfifoat};
    use rustix::process::{Pid, Signal, kill_process};

    use super::*;

    #[test]
    fn large_log_is_moved_aside_once() {
        let place = tempfile::tempdir().unwrap();
        let [log, old] = ["postgres.log", "postgres.log.old"].map(|name| place.path().join(name));
        let size = |path: &Path| fs::metadata(path).unwrap().len();
        for before in [0, 1, MAX_LOG_SIZE] {
            open_log(&log).unwrap().set_len(before).unwrap();
            open_log(&log).unwrap();
            assert_eq!(size(&log), before);
        }
        assert!(!old.exists());
        for before in [MAX_LOG_SIZE + 1, MAX_LOG_SIZE + 2] {
            open_log(&log).unwrap().set_len(before).unwrap();
            open_log(&log).unwrap();
            assert_eq!([size(&log), size(&old)], [0, before]);
        }
    }

    #[tokio::test]
    async fn server_whose_recovery_exceeds_the_limit_becomes_ready() {
        const LIMIT: Duration = Duration::from_millis(100);
        let place = tempfile::Builder::new()
            .permissions(fs::Permissions::from_mode(0o711))
            .tempdir()
            .unwrap();
        let config = ServerConfig {
            folder: place.path().to_owned(),
            durability: Durability::None,
            temporary: false,
        };
        let installation = Installation::ensure(&Installation::default_cache())
            .await
            .unwrap();
        let mut server = Server::start(installation, config).await.unwrap();
        let data = place.path().join("data");
        let status = fs::read_to_string(data.join("postmaster.pid")).unwrap();
        let postmaster = status.lines().next().unwrap().parse().unwrap();
        kill_process(Pid::from_raw(postmaster).unwrap(), Signal::KILL).unwrap();
        server.ended().await;

        // The recovery reads this file. A pipe in its place makes it wait until something is written to the pipe.
        let file = data.join("pg_logical/replorigin_checkpoint");
        let content = fs::read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        mkfifoat(CWD, file.as_path(), Mode::RUSR | Mode::WUSR).unwrap();
        ProcessUser::for_this_process().take(&file).unwrap();
        let options = server.connect_options("postgres");
        let starting = async {
            while !options.connect().await.is_err_and(|error| is_starting(&error)) {
                tokio::time::sleep(POLL).await;
            }
        };
        tokio::select! {
            restarted = server.restart() => panic!("{restarted:?}"),
            () = starting => {}
        }

        let mut ready = Box::pin(server.wait_until_ready(LIMIT));
        let early = tokio::time::timeout(3 * LIMIT, &mut ready).await;
        assert!(early.is_err(), "{early:?}");
        let written = tokio::task::spawn_blocking(move || {
            let mut pipe = OpenOptions::new().write(true).open(&file)?;
            // The checkpoint after the recovery writes the file again.
            fs::remove_file(&file)?;
            pipe.write_all(&content)
        });
        written.await.unwrap().unwrap();
        ready.await.unwrap();
        server.stop().await;
    }
}

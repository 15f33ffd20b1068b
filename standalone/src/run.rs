//! Starts the parts of standalone mode in order, and stops them in the reverse order.

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clipmeter_api::{Api, ApiConfig, FIRST_ADMIN, StopSignal};
use clipmeter_db::key_check::{LostKeys, LostKeysPolicy, OpenedKeys};
use clipmeter_db::storage::Storage;
use clipmeter_domain::password;
use clipmeter_runtime::{SystemClock, raise_open_files};
use secrecy::ExposeSecret;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::cli::StandaloneArgs;
use crate::data_dir::DataDir;
use crate::database::Database;
use crate::demo::Demo;
use crate::disk;
use crate::error::StandaloneError;
use crate::ready::browser_address;
use crate::schedule::Schedule;
use crate::scrapers::{ScraperSettings, Scrapers, find_program};
use crate::servers::{self, bind, bind_loopback};

/// Runs until a signal requests a stop or a part fails permanently.
pub(crate) async fn run(args: StandaloneArgs) -> Result<(), StandaloneError> {
    let open_files = raise_open_files();
    // Errors that can be detected without starting anything are checked first.
    let scraper = find_program(args.scraper.as_deref())?;
    if let Some(password) = &args.admin_password {
        password::check(password, &[FIRST_ADMIN])?;
    }
    let listeners = Listeners {
        http: bind(args.listen).await?,
        grpc: bind_loopback().await?,
        open_files,
    };
    if args.installation.database_url.is_none() && !DataDir::has_database(&args.installation.data_dir) {
        disk::check_first_start(&args.installation.data_dir)?;
    }
    let data = DataDir::open(&args.installation.data_dir)?;

    let stopping = CancellationToken::new();
    StopSignal::listen()
        .map_err(StandaloneError::Runtime)?
        .cancel(stopping.clone());
    // A download or a recovery after a crash may take minutes; a signal ends the wait.
    let storage = Storage::default();
    let opening = Database::open_watched(&data, args.installation.database_url.as_ref(), &storage);
    let Some(database) = stopping.run_until_cancelled(opening).await else {
        return Ok(());
    };
    let mut database = database?;
    let served = match stopping
        .run_until_cancelled(Box::pin(Prepared::new(&args, &data, &database, storage)))
        .await
    {
        Some(Ok(prepared)) => {
            let served = serve(&args, scraper, listeners, &prepared, &mut database, &stopping).await;
            prepared.close().await;
            served
        }
        Some(Err(error)) => Err(error),
        None => Ok(()),
    };
    let served = served.map_err(|error| database.explain(error));
    database.stop().await;
    served
}

/// Resources acquired before anything is started.
struct Listeners {
    http: TcpListener,
    grpc: TcpListener,
    /// Limit of open files of the process, including connections.
    open_files: usize,
}

/// The server's handles to the database.
struct Prepared {
    api: Api,
    demo: Option<Demo>,
    discarded: Option<LostKeys>,
}

impl Prepared {
    /// Migrates, fills the demo, and ensures that a user can sign in.
    async fn new(
        args: &StandaloneArgs,
        data: &DataDir,
        database: &Database,
        storage: Storage,
    ) -> Result<Self, StandaloneError> {
        let if_lost = if args.discard_undecryptable {
            LostKeysPolicy::Discard
        } else {
            LostKeysPolicy::Refuse
        };
        let passwords = &args.installation.role_passwords;
        let OpenedKeys { secrets, discarded } =
            data.open_keys(&database.options(), passwords, if_lost).await?;
        let api = Api::connect(ApiConfig {
            run_wait: Duration::from_secs(args.run_wait),
            registration: args.registration,
            local_proxies: args.allow_local_proxies,
            trusted_proxies: args.trusted_proxies.clone(),
            behind_tls: args.behind_tls,
            role_passwords: passwords.clone(),
            storage,
            ..ApiConfig::new(database.options(), secrets, Arc::new(SystemClock))
        })
        .await?;
        match Self::fill(args, data, &api).await {
            Ok(demo) => Ok(Self { api, demo, discarded }),
            Err(error) => {
                // Otherwise the end of the database breaks its connections, and their warnings hide the error.
                api.close().await;
                Err(error)
            }
        }
    }

    /// Starts the demo, and creates the first admin. Prints a generated password at once, because only its hash is stored and a later
    /// step of the start may fail.
    async fn fill(args: &StandaloneArgs, data: &DataDir, api: &Api) -> Result<Option<Demo>, StandaloneError> {
        // Only the dashboard manages tracked items here, so references to a cluster's resources in the rows are obsolete.
        api.detach_resources().await?;
        let demo = if args.demo {
            Some(Demo::start(data, api, api.clock().now()).await?)
        } else {
            None
        };
        let password = args
            .admin_password
            .clone()
            .or_else(|| args.demo.then(Demo::password));
        let generated = api.bootstrap_admin(password).await?;
        print(generated.iter().map(|password| {
            let password = password.expose_secret();
            format!("Sign in as admin with the password {password} (it is shown only this once)")
        }));
        Ok(demo)
    }

    async fn close(self) {
        self.api.close().await;
        if let Some(demo) = self.demo {
            demo.stop().await;
        }
    }
}

/// Runs everything above the database, until a signal or a failure ends it.
async fn serve(
    args: &StandaloneArgs,
    scraper: PathBuf,
    listeners: Listeners,
    prepared: &Prepared,
    database: &mut Database,
    stopping: &CancellationToken,
) -> Result<(), StandaloneError> {
    let Prepared { api, demo, discarded } = prepared;
    let address = |listener: &TcpListener| listener.local_addr().map_err(StandaloneError::Runtime);
    let (http_address, grpc_address) = (address(&listeners.http)?, address(&listeners.grpc)?);
    let run_ended = Arc::new(Notify::new());
    let settings = ScraperSettings {
        program: scraper,
        api: format!("http://{grpc_address}"),
        instagram: demo
            .as_ref()
            .map_or_else(|| args.instagram_url.clone(), Demo::url),
        tiktok: demo.as_ref().map_or_else(|| args.tiktok_url.clone(), Demo::url),
        delay_factor: args.demo.then(Demo::delay_factor),
        local_proxies: args.allow_local_proxies,
    };
    let scrapers = Scrapers::new(settings, api.clone(), Arc::clone(&run_ended));
    let schedule = Schedule::new(api.clone(), scrapers.clone(), api.clock(), run_ended);
    schedule.close_orphans().await?;

    let (stop_http, stop_grpc, stop_schedule, stop_time) = (
        CancellationToken::new(),
        CancellationToken::new(),
        CancellationToken::new(),
        CancellationToken::new(),
    );
    let mut servers = servers::start(
        api,
        Arc::new(scrapers.clone()),
        (listeners.http, stop_http.clone()),
        (listeners.grpc, stop_grpc.clone()),
        listeners.open_files,
    );
    let scheduling = tokio::spawn(schedule.run(stop_schedule.clone()));
    let maintenance = tokio::spawn(api.clone().run_maintenance(stop_schedule.clone()));
    let clock_sync = tokio::spawn(api.clone().sync_clock(stop_time.clone()));
    announce(
        http_address,
        discarded.as_ref(),
        demo.as_ref()
            .map(|demo| demo.sign_in_instructions(args.admin_password.is_some())),
    );

    let ended = tokio::select! {
        () = stopping.cancelled() => Ok(()),
        error = database.server_failure() => Err(error),
        failed = servers.failed() => Err(failed.into()),
    };
    // First stop new work, then the programs that report, then the servers that they report to.
    stop_schedule.cancel();
    drop(scheduling.await);
    drop(maintenance.await);
    stop_http.cancel();
    scrapers.stop().await;
    stop_grpc.cancel();
    stop_time.cancel();
    drop(clock_sync.await);
    if ended.is_ok() {
        servers.drained().await;
    }
    ended
}

/// Prints the URL and the sign-in instructions.
fn announce(address: SocketAddr, discarded: Option<&LostKeys>, sign_in_instructions: Option<String>) {
    let discarded = discarded.map(|lost| format!("Lost with their keys: {lost}"));
    let ready = format!("Clipmeter is ready at http://{}", browser_address(address));
    let lines = [discarded, sign_in_instructions, Some(ready)];
    print(lines.into_iter().flatten());
}

/// Prints lines to standard output, which may be closed.
fn print(lines: impl IntoIterator<Item = String>) {
    let mut output = io::stdout().lock();
    for line in lines {
        if let Err(error) = writeln!(output, "{line}") {
            tracing::debug!(%error, "standard output is closed");
        }
    }
}

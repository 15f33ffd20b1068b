//! Wires laptop mode together: starts everything in order, and stops it in the reverse order.

use std::sync::Arc;

use clipmeter_api::control_plane::RunStarter;
use clipmeter_api::{Api, ApiConfig, Clock, Secrets, SystemClock};
use secrecy::ExposeSecret;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::cli::StandaloneArgs;
use crate::data_dir::DataDir;
use crate::database::Database;
use crate::demo::Demo;
use crate::error::StandaloneError;
use crate::schedule::Schedule;
use crate::scrapers::{ScraperSettings, Scrapers, find_program};
use crate::servers::{Servers, bind, bind_loopback};
use crate::stop_signal::StopSignal;

/// Runs until a signal asks it to stop or a part of it fails for good.
pub(crate) async fn run(args: StandaloneArgs) -> Result<(), StandaloneError> {
    // What can be told to be wrong without starting anything is looked at first.
    let scraper = find_program(args.scraper.as_deref())?;
    let http = bind(args.listen).await?;
    let grpc = bind_loopback().await?;
    let data = DataDir::open(&args.data_dir)?;

    let stopping = CancellationToken::new();
    StopSignal::listen()
        .map_err(StandaloneError::Runtime)?
        .cancel(stopping.clone());
    let mut database = Database::open(&data, args.database_url.as_ref()).await?;
    let served = serve(&args, scraper, http, grpc, &data, &mut database, &stopping).await;
    database.stop().await;
    served
}

/// Everything above the database.
async fn serve(
    args: &StandaloneArgs,
    scraper: std::path::PathBuf,
    http: tokio::net::TcpListener,
    grpc: tokio::net::TcpListener,
    data: &DataDir,
    database: &mut Database,
    stopping: &CancellationToken,
) -> Result<(), StandaloneError> {
    let address =
        |listener: &tokio::net::TcpListener| listener.local_addr().map_err(StandaloneError::Runtime);
    let (http_address, grpc_address) = (address(&http)?, address(&grpc)?);
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let api = Api::connect(ApiConfig {
        database: database.options(),
        secrets: Secrets::load_or_create(&data.secrets())?,
        clock: Arc::clone(&clock),
        run_wait: ApiConfig::DEFAULT_RUN_WAIT,
    })
    .await?;
    let demo = if args.demo {
        Some(Demo::start(data, &api, clock.now()).await?)
    } else {
        None
    };
    let admin_password = args
        .admin_password
        .clone()
        .or_else(|| args.demo.then(Demo::password));
    let generated = api.bootstrap_admin(admin_password).await?;

    let run_ended = Arc::new(Notify::new());
    let settings = ScraperSettings {
        program: scraper,
        api: format!("http://{grpc_address}"),
        instagram: demo
            .as_ref()
            .map_or_else(|| args.instagram_url.clone(), Demo::url),
        tiktok: demo.as_ref().map_or_else(|| args.tiktok_url.clone(), Demo::url),
        pace: args.demo.then(Demo::pace),
    };
    let scrapers = Arc::new(Scrapers::new(settings, api.clone(), Arc::clone(&run_ended)));
    let starter: Arc<dyn RunStarter> = Arc::clone(&scrapers) as Arc<dyn RunStarter>;
    let schedule = Schedule::new(api.clone(), Arc::clone(&starter), clock, run_ended);
    schedule.close_orphans().await?;

    let (stop_http, stop_grpc, stop_schedule) = (
        CancellationToken::new(),
        CancellationToken::new(),
        CancellationToken::new(),
    );
    let mut servers = Servers::start(
        &api,
        starter,
        (http, stop_http.clone()),
        (grpc, stop_grpc.clone()),
    );
    let scheduling = tokio::spawn(schedule.run(stop_schedule.clone()));
    announce(
        http_address,
        generated.as_ref().map(ExposeSecret::expose_secret),
        demo.as_ref(),
    );

    let ended = tokio::select! {
        () = stopping.cancelled() => Ok(()),
        error = database.given_up() => Err(error),
        error = servers.failed() => Err(error),
    };
    // No new work first, then those who report, then those who are reported to.
    stop_schedule.cancel();
    drop(scheduling.await);
    stop_http.cancel();
    scrapers.stop().await;
    stop_grpc.cancel();
    if ended.is_ok() {
        servers.drained().await;
    }
    api.close().await;
    if let Some(demo) = demo {
        demo.stop().await;
    }
    ended
}

/// Tells the person at the terminal where to go and how to sign in.
#[expect(
    clippy::print_stdout,
    reason = "this is the program's answer to the person who started it"
)]
fn announce(address: std::net::SocketAddr, generated: Option<&str>, demo: Option<&Demo>) {
    if let Some(password) = generated {
        println!("Sign in as admin with the password {password} (it is shown only this once)");
    }
    if let Some(demo) = demo {
        println!("{}", demo.invitation());
    }
    println!("Clipmeter is ready at http://{address}");
}

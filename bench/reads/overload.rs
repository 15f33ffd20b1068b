//! Sends many more reads than a running program can serve, and measures what others notice of it.

use std::error::Error;
use std::io::Write as _;
use std::time::{Duration, Instant};

use chrono::{Days, Utc};
use clipmeter_runtime::saturate;
use reqwest::{Client, StatusCode};
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::http::{percentile, sign_in};

/// Options of `clipmeter-bench overload`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// URL of the running program, such as `http://127.0.0.1:8420`
    #[arg(long)]
    url: String,
    /// Password of the user `admin`
    #[arg(long, env = "CLIPMETER_ADMIN_PASSWORD", hide_env_values = true)]
    password: String,
    /// Number of clients that send reads without a pause
    #[arg(long, default_value_t = 300)]
    clients: usize,
    /// Duration in seconds
    #[arg(long, default_value_t = 20)]
    seconds: u64,
}

/// Returns the slowest read that screens poll, with a period for each client: simultaneous requests for the same response run its
/// queries once.
fn read_of(client: usize) -> String {
    let today = Utc::now().date_naive();
    let day = |back: usize| today.checked_sub_days(Days::new(saturate(back))).unwrap_or(today);
    format!(
        "/api/dashboard/gains?from={}&to={}",
        day(client % 28 + 7 + client / 28),
        day(client % 28 + 1)
    )
}
/// Reads before the overload.
const BEFORE: usize = 10;
/// Longest time until everything is as before.
const RECOVERY: Duration = Duration::from_mins(1);

/// Responses of one kind.
#[derive(Default)]
struct Responses {
    served: Vec<Duration>,
    refused: Vec<Duration>,
    without_retry_after: usize,
    other: usize,
}

pub(crate) async fn run(args: Args) -> Result<(), Box<dyn Error>> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder().timeout(Duration::from_mins(1)).build()?;
    let url = args.url.trim_end_matches('/');
    let token = sign_in(&client, url, &args.password).await?;
    let read = || {
        client
            .get(format!("{url}{}", read_of(0)))
            .bearer_auth(&token)
            .send()
    };
    let mut before = Vec::new();
    for _ in 0..BEFORE {
        let sent = Instant::now();
        read().await?.error_for_status()?.bytes().await?;
        before.push(sent.elapsed());
    }
    let duration = Duration::from_secs(args.seconds);
    let reads = (0..args.clients).map(|number| reads(&client, url, &token, number, duration));
    let (reads, others) = futures::join!(
        futures::future::join_all(reads),
        others(&client, url, &args.password, &token, duration)
    );
    let recovered = recovered(&client, url, &token, percentile(&mut before, 50) * 2.0).await;
    let mut all = Responses::default();
    for some in reads {
        all.served.extend(some.served);
        all.refused.extend(some.refused);
        all.without_retry_after += some.without_retry_after;
        all.other += some.other;
    }
    let [(mut signed_in, failed_sign_ins), (mut changes, failed_changes)] = others;
    let mut out = std::io::stdout();
    writeln!(out, "clients\t{}", args.clients)?;
    writeln!(out, "seconds\t{}", args.seconds)?;
    writeln!(
        out,
        "read before it, median ms\t{:.0}",
        percentile(&mut before, 50)
    )?;
    writeln!(out, "reads served\t{}", all.served.len())?;
    writeln!(out, "the same, median ms\t{:.0}", percentile(&mut all.served, 50))?;
    writeln!(
        out,
        "reads refused with 503 and Retry-After\t{}",
        all.refused.len()
    )?;
    writeln!(
        out,
        "the same, 99th percentile ms\t{:.0}",
        percentile(&mut all.refused, 99)
    )?;
    writeln!(out, "503 without Retry-After\t{}", all.without_retry_after)?;
    writeln!(out, "other responses and errors\t{}", all.other)?;
    for (name, times, failed) in [
        ("sign-ins", &mut signed_in, failed_sign_ins),
        ("created groups", &mut changes, failed_changes),
    ] {
        writeln!(out, "{name}, all of them and failed\t{}, {failed}", times.len())?;
        writeln!(
            out,
            "{name}, median and slowest ms\t{:.0}, {:.0}",
            percentile(times, 50),
            percentile(times, 100)
        )?;
    }
    writeln!(
        out,
        "seconds until a read takes at most twice as long as before\t{:.1}",
        recovered?.as_secs_f64()
    )?;
    Ok(())
}

/// Reads without a pause.
async fn reads(client: &Client, url: &str, token: &str, number: usize, duration: Duration) -> Responses {
    let (began, mut responses) = (Instant::now(), Responses::default());
    while began.elapsed() < duration {
        let sent = Instant::now();
        let request = client.get(format!("{url}{}", read_of(number))).bearer_auth(token);
        let response = async {
            let response = request.send().await?;
            let (status, headers) = (response.status(), response.headers().clone());
            response.bytes().await?;
            Ok::<_, reqwest::Error>((status, headers.contains_key("retry-after")))
        };
        match response.await {
            Ok((StatusCode::OK, _)) => responses.served.push(sent.elapsed()),
            Ok((StatusCode::SERVICE_UNAVAILABLE, true)) => responses.refused.push(sent.elapsed()),
            Ok((StatusCode::SERVICE_UNAVAILABLE, false)) => responses.without_retry_after += 1,
            _ => responses.other += 1,
        }
    }
    responses
}

/// Signs in and changes something, twice a second. Returns the times and the number of failures of each.
async fn others(
    client: &Client,
    url: &str,
    password: &str,
    token: &str,
    duration: Duration,
) -> [(Vec<Duration>, u32); 2] {
    let began = Instant::now();
    let mut results = [(Vec::new(), 0), (Vec::new(), 0)];
    for number in 0.. {
        if began.elapsed() >= duration {
            break;
        }
        let sent = Instant::now();
        let signed_in = sign_in(client, url, password).await;
        results[0].0.push(sent.elapsed());
        results[0].1 += u32::from(signed_in.is_err());
        let sent = Instant::now();
        let created = client
            .post(format!("{url}/api/groups"))
            .bearer_auth(token)
            .json(&json!({"name": format!("Overload {number}")}))
            .send()
            .await;
        results[1].0.push(sent.elapsed());
        results[1].1 += u32::from(!created.is_ok_and(|response| response.status().is_success()));
        sleep(Duration::from_millis(500)).await;
    }
    results
}

/// Waits until a read is served within this many milliseconds.
async fn recovered(client: &Client, url: &str, token: &str, most: f64) -> Result<Duration, Box<dyn Error>> {
    let began = Instant::now();
    let attempts = async {
        loop {
            let sent = Instant::now();
            let response = client
                .get(format!("{url}{}", read_of(0)))
                .bearer_auth(token)
                .send()
                .await?;
            let is_served = response.status() == StatusCode::OK;
            response.bytes().await?;
            if is_served && sent.elapsed().as_secs_f64() * 1_000.0 <= most {
                return Ok::<_, reqwest::Error>(began.elapsed());
            }
        }
    };
    Ok(timeout(RECOVERY, attempts).await??)
}

//! Sends the calls of screens to a running program, from several clients at once, and measures their responses.

use std::error::Error;
use std::io::Write as _;
use std::time::{Duration, Instant};

use chrono::{Days, Utc};
use clipmeter_runtime::saturate;
use futures::future::try_join_all;
use reqwest::header::{ETAG, IF_NONE_MATCH};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

/// Options of `clipmeter-bench read`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// URL of the running program, such as `http://127.0.0.1:8420`
    #[arg(long)]
    url: String,
    /// Password of the user `admin`
    #[arg(long, env = "CLIPMETER_ADMIN_PASSWORD", hide_env_values = true)]
    password: String,
    /// Numbers of clients that send requests at the same time
    #[arg(long, value_delimiter = ',', default_value = "1,16,64")]
    clients: Vec<usize>,
    /// Duration of each measurement in seconds
    #[arg(long, default_value_t = 3)]
    seconds: u64,
}

/// A GET request of a screen.
struct Call {
    name: &'static str,
    path: String,
    /// Whether the client already has the response.
    is_repeated: bool,
}

/// The group that `seed` gives a tenth of the accounts, and one of the others.
const GROUPS: [i64; 2] = [1, 2];

fn call(name: &'static str, path: String) -> Call {
    Call {
        name,
        path,
        is_repeated: false,
    }
}

fn calls() -> Vec<Call> {
    let [big, small] = GROUPS;
    let mut calls = vec![
        call("totals, everything", "/api/dashboard/stats".into()),
        call(
            "totals, big group",
            format!("/api/dashboard/stats?group_id={big}"),
        ),
        call(
            "totals, small group",
            format!("/api/dashboard/stats?group_id={small}"),
        ),
        call("admin overview", "/api/admin/stats/overview".into()),
        call(
            "top performers, everything",
            "/api/dashboard/top-performers".into(),
        ),
        call(
            "top performers, big group",
            format!("/api/dashboard/top-performers?group_id={big}"),
        ),
        call(
            "trend of 30 days, everything",
            "/api/dashboard/trend?days=30".into(),
        ),
        call(
            "trend of 30 days, big group",
            format!("/api/dashboard/trend?days=30&group_id={big}"),
        ),
        call("growth of 7 days, everything", "/api/dashboard/gains".into()),
        call(
            "growth of 7 days, big group",
            format!("/api/dashboard/gains?group_id={big}"),
        ),
        call(
            "accounts, first page, everything",
            "/api/tiktok/accounts?page=1&per_page=25".into(),
        ),
        call(
            "accounts by gained views, everything",
            "/api/tiktok/accounts?per_page=25&sort=gained".into(),
        ),
        call(
            "accounts, first page, big group",
            format!("/api/tiktok/accounts?page=1&group_id={big}"),
        ),
        call(
            "a group's page, big group",
            format!("/api/groups/{big}?accounts=25"),
        ),
        call("list of groups", "/api/groups".into()),
        Call {
            name: "totals, everything, not changed (304)",
            path: "/api/dashboard/stats".into(),
            is_repeated: true,
        },
    ];
    calls.extend(content_calls());
    calls
}

/// Pages of the tables of all content.
fn content_calls() -> Vec<Call> {
    let [big, _] = GROUPS;
    let today = Utc::now().date_naive();
    let day = |back| today.checked_sub_days(Days::new(back)).unwrap_or(today);
    let month = format!("from={}&to={}", day(28), day(1));
    let videos = "/api/dashboard/all-tiktok-videos?per_page=100";
    let all = "/api/dashboard/all-content?per_page=100";
    vec![
        call("content by date, everything", videos.into()),
        call("content by views, everything", format!("{videos}&sort=views")),
        call(
            "content by date, page 100, everything",
            format!("{videos}&page=100"),
        ),
        call(
            "content of all platforms by views, everything",
            format!("{all}&sort=views"),
        ),
        call(
            "content of all platforms by views, page 100, everything",
            format!("{all}&sort=views&page=100"),
        ),
        call(
            "content of all platforms by views, page 2,500, everything",
            format!("{all}&sort=views&page=2500"),
        ),
        call("content by date, big group", format!("{videos}&group_id={big}")),
        call(
            "content by engagement, big group",
            format!("{videos}&group_id={big}&sort=engagement"),
        ),
        call(
            "content of 28 days by views, everything",
            format!("{videos}&sort=views&{month}"),
        ),
        call(
            "content of 28 days by views, big group",
            format!("{videos}&sort=views&{month}&group_id={big}"),
        ),
        call(
            "search for a common word, everything",
            format!("{videos}&q=coffee"),
        ),
        call(
            "search for a common word, page 100, everything",
            format!("{videos}&q=coffee&page=100"),
        ),
        call("search for a name, everything", format!("{videos}&q=creator1234")),
        call(
            "at least 10,000 views, everything",
            format!("{videos}&min_views=10000"),
        ),
        call(
            "photos, everything",
            "/api/dashboard/all-instagram-posts?kind=image".into(),
        ),
    ]
}

pub(crate) async fn run(args: Args) -> Result<(), Box<dyn Error>> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder().timeout(Duration::from_mins(1)).build()?;
    let url = args.url.trim_end_matches('/');
    let token = sign_in(&client, url, &args.password).await?;
    let mut out = std::io::stdout();
    writeln!(
        out,
        "call\tclients\trequests_per_second\tp50_ms\tp95_ms\tp99_ms\tbytes\tfailed"
    )?;
    for call in calls() {
        for clients in &args.clients {
            let measured = measure(
                &client,
                url,
                &token,
                &call,
                *clients,
                Duration::from_secs(args.seconds),
            )
            .await?;
            writeln!(out, "{}\t{clients}\t{measured}", call.name)?;
        }
    }
    Ok(())
}

/// Sends requests one after the other from each client, until the time is over.
async fn measure(
    client: &Client,
    url: &str,
    token: &str,
    call: &Call,
    clients: usize,
    duration: Duration,
) -> Result<String, Box<dyn Error>> {
    let request = || client.get(format!("{url}{}", call.path)).bearer_auth(token);
    // Not measured: plans are made and caches are filled.
    let first = request().send().await?;
    let tag = first.headers().get(ETAG).cloned().filter(|_| call.is_repeated);
    let expected = if tag.is_some() {
        StatusCode::NOT_MODIFIED
    } else {
        StatusCode::OK
    };
    let bytes = first.bytes().await?.len();
    let began = Instant::now();
    let one = || async {
        let (mut times, mut failed) = (Vec::new(), 0);
        while times.is_empty() || began.elapsed() < duration {
            let sent = Instant::now();
            let mut request = request();
            if let Some(tag) = &tag {
                request = request.header(IF_NONE_MATCH, tag);
            }
            let response = request.send().await?;
            failed += u32::from(response.status() != expected);
            response.bytes().await?;
            times.push(sent.elapsed());
        }
        Ok::<_, reqwest::Error>((times, failed))
    };
    let results = try_join_all((0..clients).map(|_| one())).await?;
    let took = began.elapsed();
    let failed: u32 = results.iter().map(|(_, failed)| failed).sum();
    let mut times: Vec<_> = results.into_iter().flat_map(|(times, _)| times).collect();
    Ok(format!(
        "{:.0}\t{:.1}\t{:.1}\t{:.1}\t{bytes}\t{failed}",
        f64::from(saturate::<u32>(times.len())) / took.as_secs_f64(),
        percentile(&mut times, 50),
        percentile(&mut times, 95),
        percentile(&mut times, 99)
    ))
}

/// Returns the token of the user `admin`.
pub(crate) async fn sign_in(client: &Client, url: &str, password: &str) -> Result<String, reqwest::Error> {
    let signed_in = client
        .post(format!("{url}/api/auth/login"))
        .json(&json!({"username": "admin", "password": password}))
        .send()
        .await?
        .error_for_status()?;
    let body: Value = signed_in.json().await?;
    Ok(body["access_token"].as_str().unwrap_or_default().to_owned())
}

/// Returns a percentile in milliseconds, and sorts the times; 0 if there are none.
pub(crate) fn percentile(times: &mut [Duration], percent: usize) -> f64 {
    times.sort_unstable();
    let place = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
}

//! Sends the calls of screens to a running program, from several clients at once, and measures their responses.

use std::error::Error;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chrono::{Days, Utc};
use clipmeter_runtime::saturate;
use futures::future::try_join_all;
use reqwest::header::{ETAG, IF_NONE_MATCH};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use super::statements::{Spent, Statements};

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
    /// Folder of the program's embedded database server. With it, statements of each call are measured as well
    #[arg(long)]
    server: Option<PathBuf>,
}

/// A GET request of a screen.
struct Call {
    name: String,
    path: String,
    /// Whether the client already has the response.
    is_repeated: bool,
}

/// Stands in a path for the number of the last page.
const PAGES: &str = "{pages}";

/// The group that `seed` gives a tenth of the accounts, and one of the others.
const GROUPS: [i64; 2] = [1, 2];

fn call(name: String, path: String) -> Call {
    Call {
        name,
        path,
        is_repeated: false,
    }
}

/// Returns the call for everything, the big and the small group.
fn owners(name: &str, path: &str) -> Vec<Call> {
    let separator = if path.contains('?') { '&' } else { '?' };
    let [big, small] = GROUPS.map(|group| format!("{path}{separator}group_id={group}"));
    [
        ("everything", path.to_owned()),
        ("big group", big),
        ("small group", small),
    ]
    .into_iter()
    .map(|(owner, path)| call(format!("{name}, {owner}"), path))
    .collect()
}

fn calls() -> Vec<Call> {
    let [big, small] = GROUPS;
    let mut calls = owners("totals", "/api/dashboard/stats");
    calls.push(Call {
        is_repeated: true,
        ..call(
            "totals, everything, not changed (304)".into(),
            "/api/dashboard/stats".into(),
        )
    });
    calls.push(call("admin overview".into(), "/api/admin/stats/overview".into()));
    for (name, path) in [
        ("top performers", "/api/dashboard/top-performers"),
        ("trend of 30 days", "/api/dashboard/trend?days=30"),
        ("growth of 7 days", "/api/dashboard/gains"),
        ("accounts, first page", "/api/tiktok/accounts?page=1&per_page=25"),
        (
            "accounts by gained views",
            "/api/tiktok/accounts?per_page=25&sort=gained",
        ),
    ] {
        calls.extend(owners(name, path));
    }
    for (owner, group) in [("big group", big), ("small group", small)] {
        calls.push(call(
            format!("a group's page, {owner}"),
            format!("/api/groups/{group}?accounts=25"),
        ));
    }
    calls.push(call("list of groups".into(), "/api/groups".into()));
    calls.extend(content_calls());
    calls
}

/// Pages of the tables of all content.
fn content_calls() -> Vec<Call> {
    let today = Utc::now().date_naive();
    let day = |back| today.checked_sub_days(Days::new(back)).unwrap_or(today);
    let month = format!("&from={}&to={}", day(28), day(1));
    let videos = "/api/dashboard/all-tiktok-videos?per_page=100";
    let all = "/api/dashboard/all-content?per_page=100";
    let mut calls = Vec::new();
    for (name, filter) in [
        ("content by date", ""),
        ("content by date, last page", "&page={pages}"),
        ("content by views", "&sort=views"),
        ("content by views, last page", "&sort=views&page={pages}"),
        ("content by engagement", "&sort=engagement"),
        ("content of 28 days by views", &format!("&sort=views{month}")),
        ("search for a common word", "&q=coffee"),
        ("search for a name", "&q=creator1234"),
        ("at least 10,000 views", "&min_views=10000"),
    ] {
        calls.extend(owners(name, &format!("{videos}{filter}")));
    }
    for (name, path) in [
        (
            "content by date, page 100, everything",
            format!("{videos}&page=100"),
        ),
        (
            "search for a common word, page 100, everything",
            format!("{videos}&q=coffee&page=100"),
        ),
        (
            "content of all platforms by views, everything",
            format!("{all}&sort=views"),
        ),
        (
            "content of all platforms by views, page 100, everything",
            format!("{all}&sort=views&page=100"),
        ),
        (
            "content of all platforms by views, page 2,500, everything",
            format!("{all}&sort=views&page=2500"),
        ),
        (
            "photos, everything",
            "/api/dashboard/all-instagram-posts?kind=image".into(),
        ),
    ] {
        calls.push(call(name.into(), path));
    }
    calls
}

pub(crate) async fn run(args: Args) -> Result<(), Box<dyn Error>> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder().timeout(Duration::from_mins(1)).build()?;
    let url = args.url.trim_end_matches('/');
    let token = sign_in(&client, url, &args.password).await?;
    let mut out = std::io::stdout();
    writeln!(
        out,
        "call\tclients\trequests_per_second\tp50_ms\tp95_ms\tp99_ms\tbytes\tfailed\tstatements\tdatabase_ms"
    )?;
    let mut statements = match &args.server {
        Some(folder) => Some(Statements::connect(folder).await?),
        None => None,
    };
    for mut call in calls() {
        if call.path.contains(PAGES) {
            let first = call.path.replace(PAGES, "1");
            let page: Value = client
                .get(format!("{url}{first}"))
                .bearer_auth(&token)
                .send()
                .await?
                .error_for_status()?
                .json()
                .await?;
            call.path = call.path.replace(PAGES, &page["pages"].to_string());
        }
        let spent = match &mut statements {
            Some(statements) => spent(&client, url, &token, &call, statements).await?,
            None => Spent::default(),
        };
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
            writeln!(out, "{}\t{clients}\t{measured}\t{spent}", call.name)?;
        }
    }
    Ok(())
}

/// Returns what one request for the call costs in the database.
async fn spent(
    client: &Client,
    url: &str,
    token: &str,
    call: &Call,
    statements: &mut Statements,
) -> Result<Spent, Box<dyn Error>> {
    /// Number of requests whose mean is returned.
    const REQUESTS: u32 = 5;

    let mut tag = None;
    // The first one is not measured: plans are made and caches are filled.
    for measured in 0..=REQUESTS {
        if measured == 1 {
            statements.begin().await?;
        }
        let mut request = client.get(format!("{url}{}", call.path)).bearer_auth(token);
        if let Some(tag) = tag.filter(|_| call.is_repeated) {
            request = request.header(IF_NONE_MATCH, tag);
        }
        let response = request.send().await?;
        tag = response.headers().get(ETAG).cloned();
        response.bytes().await?;
    }
    Ok(statements.end().await? / REQUESTS)
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

//! Clipmeter's scraper: whole runs, with the data that an API would have about the accounts.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use chrono::DateTime;
use clap::Args;
use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{AccountTarget, FetchBatchResponse, Observation, Platform, Session, Unit};
use clipmeter_runtime::{ManualClock, Random};
use clipmeter_scheduler::{FreshnessTier, Item, Reading, reading};
use clipmeter_scraper::config::{RunArgs, RunConfig};
use clipmeter_scraper::run::{RunDependencies, work};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::Failure;
use crate::memory::InMemoryApi;

/// Items per page of the lists, the unit of a crawl's cost.
const PAGE: u32 = 12;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Base URL of the simulator
    #[arg(long)]
    url: String,
    /// `instagram` or `tiktok`
    #[arg(long)]
    platform: String,
    /// The simulator's time in seconds since 1970
    #[arg(long)]
    now: i64,
    /// Output of an earlier scrape; then only the items that are due are scraped
    #[arg(long)]
    known: Option<PathBuf>,
    /// Number of accounts to scrape concurrently; defaults to as many as the platform tolerates
    #[arg(long)]
    at_once: Option<u32>,
    /// Names of the accounts
    #[arg(required = true)]
    accounts: Vec<String>,
}

/// The simulator accepts any session in the right format.
const SESSION: &str = "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionOfTheMeasurement0001";

/// The run ends long before.
const LEASE_SECONDS: u32 = 3_600;

/// Maximum items of an account that was scraped before.
const MAX_REPEATED_ITEMS: u32 = 100;

pub(crate) async fn run(options: Options) -> Result<(), Failure> {
    let platform: Platform = options.platform.parse()?;
    let known: Option<Value> = match &options.known {
        Some(file) => Some(serde_json::from_slice(&std::fs::read(file)?)?),
        None => None,
    };
    let units = (1..).zip(&options.accounts).map(|(unit_id, name)| {
        let known = known.as_ref().map(|known| &known["accounts"][name]);
        Unit {
            unit_id,
            target: Some(Target::Account(target(name, known, options.now))),
        }
    });
    let session = Session {
        session_id: 1,
        value: SESSION.to_owned(),
        ..Session::default()
    };
    let batch = FetchBatchResponse {
        lease_token: "measurement".to_owned(),
        lease_seconds: LEASE_SECONDS,
        platform: platform.into(),
        units: units.collect(),
        platform_config: options
            .at_once
            .map(|at_once| clipmeter_proto::v1::PlatformConfig {
                revision: 1,
                document: json!({"tiktok": {"rate_limits": {"at_once": at_once}}}).to_string(),
            }),
        ..FetchBatchResponse::default()
    };
    let memory = InMemoryApi::new(batch, session);
    let config = config(&options.url)?;
    let dependencies = RunDependencies {
        clock: Arc::new(ManualClock::new(
            DateTime::from_timestamp(options.now, 0).unwrap_or_default(),
        )),
        random: Arc::new(Random::seeded(1)),
        stop: CancellationToken::new(),
        api: Arc::new(memory.clone()),
        transports: Arc::new(config.http_transports()),
    };
    let began = Instant::now();
    work(&config, &dependencies).await?;
    let seconds = began.elapsed().as_secs_f64();
    let accounts: BTreeMap<&String, Value> = (1..)
        .zip(&options.accounts)
        .map(|(unit, name)| (name, account(&memory, unit)))
        .collect();
    let found = json!({"seconds": seconds, "accounts": accounts});
    writeln!(std::io::stdout(), "{found}")?;
    Ok(())
}

fn config(url: &str) -> Result<RunConfig, Failure> {
    let args = RunArgs {
        run_id: Uuid::nil(),
        api: String::new(),
        api_ca: None,
        stop_with_stdin: false,
        deadline_seconds: None,
    };
    let variable = |name: &str| match name {
        "CLIPMETER_RUN_TOKEN" => Some("measurement".to_owned()),
        "CLIPMETER_INSTAGRAM_URL" | "CLIPMETER_TIKTOK_URL" => Some(url.to_owned()),
        "CLIPMETER_REQUEST_DELAY_FACTOR" => Some("0".to_owned()),
        _ => None,
    };
    Ok(RunConfig::new(args, variable)?)
}

/// Builds a target as the API does: everything at first, later the items that are due by their age.
fn target(name: &str, known: Option<&Value>, now: i64) -> AccountTarget {
    let new = AccountTarget {
        username: name.to_owned(),
        may_fill_gap: true,
        ..AccountTarget::default()
    };
    let Some(known) = known else { return new };
    let text = |key: &str| known[key].as_str().unwrap_or_default().to_owned();
    let mut items: Vec<Item> = known["items"]
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(id, item)| {
            Some(Item {
                id: id.parse().ok()?,
                posted: item["posted_at"].as_i64(),
                boosted: false,
            })
        })
        .collect();
    items.sort_by_key(|item| std::cmp::Reverse(item.id));
    let Reading {
        read_to_id,
        lookup_ids,
        ..
    } = reading(&items, FreshnessTier::Day, PAGE, now);
    AccountTarget {
        platform_id: text("platform_id"),
        sec_uid: text("sec_uid"),
        known_ids: items.iter().map(|item| item.id).collect(),
        known_count: u32::try_from(items.len()).unwrap_or(u32::MAX),
        read_to_id,
        lookup_ids,
        last_item_count: known["item_count"].as_u64(),
        may_fill_gap: false,
        max_items: MAX_REPEATED_ITEMS,
        ..new
    }
}

fn account(memory: &InMemoryApi, unit: i64) -> Value {
    let reports = memory.reports();
    let items: BTreeMap<&String, Value> = reports
        .items
        .iter()
        .filter(|((of, _), _)| *of == unit)
        .map(|((_, id), item)| (id, counts(item)))
        .collect();
    let profile = reports.profiles.get(&unit);
    json!({
        "outcome": reports.outcomes.get(&unit),
        "platform_id": profile.map(|profile| &profile.platform_id),
        "sec_uid": profile.map(|profile| &profile.sec_uid),
        "item_count": profile.and_then(|profile| profile.item_count),
        "items": items,
    })
}

fn counts(item: &Observation) -> Value {
    json!({"views": item.views, "likes": item.likes, "posted_at": item.posted_at})
}

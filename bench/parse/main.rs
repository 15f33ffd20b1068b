//! Measures parsing stored responses, from the bytes of the bodies to items with their counts, in one thread.

use std::hint::black_box;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use clipmeter_proto::v1::Platform;
use clipmeter_scraper::core::model::{ParsedResponse, RawResponse, ResponseKind};
use clipmeter_scraper::platforms::{instagram, tiktok};
use serde_json::{Value, json};

/// Measure how fast stored responses are parsed, and print the result as JSON
#[derive(Debug, Parser)]
struct Args {
    /// Response type of the files, for example `tt_video_page`
    #[arg(long = "type", value_name = "TYPE")]
    kind: ResponseKind,
    /// Number of passes over all files
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Files that contain one response body each
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

fn main() -> std::io::Result<()> {
    let args = Args::parse();
    let bodies = args
        .files
        .iter()
        .map(std::fs::read)
        .collect::<Result<Vec<_>, _>>()?;
    let nanoseconds: Vec<_> = (0..args.rounds)
        .map(|_| {
            let started = Instant::now();
            for body in &bodies {
                black_box(read(args.kind, black_box(body)));
            }
            u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX)
        })
        .collect();
    let responses: Vec<_> = bodies
        .iter()
        .map(|body| summary(&read(args.kind, body)))
        .collect();
    writeln!(
        std::io::stdout(),
        "{}",
        json!({ "nanoseconds": nanoseconds, "responses": responses })
    )
}

fn read(kind: ResponseKind, body: &[u8]) -> ParsedResponse<'_> {
    match kind.platform() {
        Platform::Instagram => instagram::read(kind, &RawResponse::with_session(body)),
        _ => tiktok::read(kind, &RawResponse::anonymous(body)),
    }
}

/// Returns the values that are compared with the recording's known ones.
fn summary(parsed: &ParsedResponse<'_>) -> Value {
    let items = parsed.items.iter().map(|item| {
        json!({
            "id": item.id,
            "shortcode": item.shortcode,
            "views": item.views,
            "likes": item.likes,
            "comments": item.comments,
            "shares": item.shares,
            "timestamp": item.posted_at,
        })
    });
    let profile = parsed.profile.as_ref();
    json!({
        "outcome": parsed.outcome.code(),
        "items": items.collect::<Vec<_>>(),
        "username": profile.map(|profile| &profile.username),
        "follower_count": profile.and_then(|profile| profile.follower_count),
    })
}

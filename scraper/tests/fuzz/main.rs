//! Parses randomly corrupted responses. Parsing must not panic, must use bounded memory and time, and must not return
//! a success, a count or a text that the platform did not send. A redacted response must be parsed like the original.
//!
//! A run tests a fixed number of responses, so that a busy machine does not test fewer. If `CLIPMETER_FUZZ_SECONDS` is
//! set, it runs for that time instead, and each response has a time limit too. `CLIPMETER_FUZZ_SEED` sets the seed
//! (default 1); the same seed produces the same responses in the same order. A response that fails is written to the
//! target's temporary folder, with its kind in the file name.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stdout, reason = "a failure is reproduced with its seed")]

mod bytes;
mod change;
mod document;
mod donor;
mod oracle;
mod own;
mod redacted;
mod structure;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use clipmeter_proto::v1::Platform;
use clipmeter_scraper::core::fetcher::MAX_BODY_BYTES;
use clipmeter_scraper::core::model::{ParsedResponse, RawResponse, ResponseKind};
use clipmeter_scraper::platforms::{instagram, response_kinds, tiktok};
use parking_lot::Mutex;
use peak_alloc::PeakAlloc;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use change::CorruptedResponse;
use donor::Donor;

/// Counts the allocations of the whole process, in which only the holder of [`ALONE`] runs.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;
static ALONE: Mutex<()> = Mutex::new(());

/// Memory limit of parsing: a multiple of the body's size, plus a constant for small bodies.
const BODIES_IN_MEMORY: usize = 8;
const LITTLE_MEMORY: usize = 1024 * 1024;

/// Number of responses if no duration is given: a debug build parses them within about three seconds.
const MAX_RESPONSES: u64 = 3_000;

/// One in this many is also redacted, which takes longer than parsing in a debug build.
const CHECK_EVERY: u64 = 8;

/// Time limit of parsing one response, at most half a megabyte, in a debug build. Applies only if a duration is
/// given: on a machine with other load, the time says nothing about the code.
const TIMEOUT: Duration = Duration::from_secs(2);

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

pub(crate) fn read<'a>(kind: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a> {
    match kind.platform() {
        Platform::Instagram => instagram::read(kind, response),
        _ => tiktok::read(kind, response),
    }
}

/// Parses the response within the memory limit, and the time limit if there is one, and checks the result.
fn check(
    donor: &Donor,
    kind: ResponseKind,
    corrupted: &CorruptedResponse,
    time_limit: Duration,
) -> Result<(), String> {
    let response = donor.response(&corrupted.body);
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let started = Instant::now();
    let parsed =
        catch_unwind(AssertUnwindSafe(|| read(kind, &response))).map_err(|_| "parsing panics".to_owned())?;
    let (taken, peak) = (started.elapsed(), MEMORY.peak_usage().saturating_sub(before));
    if taken > time_limit {
        return Err(format!("parsing takes {taken:?}"));
    }
    if peak > BODIES_IN_MEMORY * corrupted.body.len() + LITTLE_MEMORY {
        return Err(format!(
            "parsing takes {peak} bytes for a body of {}",
            corrupted.body.len()
        ));
    }
    oracle::judge(donor, kind, corrupted, &parsed)
}

/// Returns the kind to parse a response as: usually its own, sometimes the kind for unknown requests, or any other.
fn kind_for(donor: &Donor, random: &mut StdRng) -> ResponseKind {
    match random.random_range(0..8) {
        0 => donor::untold(donor.kind.platform()),
        1 => response_kinds()
            .collect::<Vec<_>>()
            .choose(random)
            .copied()
            .unwrap(),
        _ => donor.kind,
    }
}

#[test]
fn corrupted_responses_cause_no_harm_and_no_false_success() {
    let _alone = ALONE.lock();
    let time = number("CLIPMETER_FUZZ_SECONDS").map(Duration::from_secs);
    let time_limit = time.map_or(Duration::MAX, |_| TIMEOUT);
    let seed = number("CLIPMETER_FUZZ_SEED").unwrap_or(1);
    println!("seed {seed}");
    let donors = donor::all();
    let mut random = StdRng::seed_from_u64(seed);
    let started = Instant::now();
    let (mut tried, mut failures) = (0_u64, Vec::new());
    while time.map_or(tried < MAX_RESPONSES, |time| started.elapsed() < time) && failures.len() < 20 {
        let donor = donors.choose(&mut random).unwrap();
        let kind = kind_for(donor, &mut random);
        let corrupted = if donor.has_structure() && random.random_bool(0.8) {
            structure::corrupt(donor, &donors, &mut random)
        } else {
            bytes::corrupt(donor, &donors, &mut random)
        };
        tried += 1;
        let mut classified = check(donor, kind, &corrupted, time_limit);
        if tried.is_multiple_of(CHECK_EVERY) {
            classified = classified.and_then(|()| redacted::check(donor, kind, &corrupted.body));
        }
        if let Err(fault) = classified {
            let name = format!("fuzz-{seed}-{tried}-{}", kind.code());
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            std::fs::write(&file, &corrupted.body).unwrap();
            let done = corrupted.done.join(", ");
            failures.push(format!(
                "{}: {fault}, after {done}: {}",
                donor.name,
                file.display()
            ));
        }
    }
    println!("{tried} responses");
    assert!(failures.is_empty(), "seed {seed}:\n{}", failures.join("\n"));
}

#[test]
fn redacted_responses_parse_like_originals() {
    let _alone = ALONE.lock();
    let faults: Vec<String> = donor::all()
        .iter()
        .filter_map(|donor| {
            let fault = redacted::check(donor, donor.kind, &donor.body).err()?;
            Some(format!("{}: {fault}", donor.name))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn response_of_maximum_size_is_parsed_in_bounded_memory() {
    let _alone = ALONE.lock();
    for (kind, head, item) in [
        (
            instagram::kinds::FEED_USER,
            r#"{"status":"ok","items":["#,
            r#"{"pk":"1"},"#,
        ),
        (instagram::kinds::FEED_USER, r#"{"status":"ok","items":["#, "0,"),
        (
            tiktok::kinds::ITEM_LIST,
            r#"{"statusCode":0,"itemList":["#,
            r#"{"id":"1"},"#,
        ),
    ] {
        let mut body = head.to_owned();
        while body.len() < MAX_BODY_BYTES - 100 {
            body.push_str(item);
        }
        body.push_str("0]}");
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let outcome = read(kind, &RawResponse::with_session(body.as_bytes())).outcome;
        let peak = MEMORY.peak_usage().saturating_sub(before);
        assert!(peak < 8 * MAX_BODY_BYTES, "{}: {peak} bytes", kind.code());
        assert!(!outcome.is_success(), "{}: {outcome:?}", kind.code());
    }
}

//! Answers spoiled at random: never a panic, never much memory, never a long search, and
//! never a success, a count or a text that the platform did not send. What is kept of them for people reads like them.
//!
//! It is always the same number of answers, so that no busy machine tries fewer, unless `CLIPMETER_FUZZ_SECONDS` says for how long to go on; then
//! none may take long either. `CLIPMETER_FUZZ_SEED` says where to begin (1); the same seed spoils the same answers in the same order. What fails is written beside the test's other files, with the kind of answer in its name.

#![expect(clippy::unwrap_used, reason = "that is how a test fails")]
#![expect(clippy::print_stdout, reason = "whoever reads of a failure needs the seed")]

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

/// Counts what is allocated in the whole process, in which only the holder of [`ALONE`] does anything.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;
static ALONE: Mutex<()> = Mutex::new(());

/// Memory that reading may take: so many times the body, and a little for the smallest ones.
const BODIES_IN_MEMORY: usize = 8;
const LITTLE_MEMORY: usize = 1024 * 1024;

/// Answers that are spoiled where no time is given: what a debug build reads within about three seconds.
const MAX_RESPONSES: u64 = 3_000;

/// One in so many is also redacted, which in a debug build takes longer than reading it.
const CHECK_EVERY: u64 = 8;

/// No answer takes longer where time is given, in a debug build too. Nothing here is larger than half a megabyte. How long one takes on a machine
/// that does other things as well says nothing of the code, so by default nobody looks at the clock.
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

/// Reads the answer within the bounds of memory, and of time where it counts, and judges what was read.
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
        catch_unwind(AssertUnwindSafe(|| read(kind, &response))).map_err(|_| "it panics".to_owned())?;
    let (taken, peak) = (started.elapsed(), MEMORY.peak_usage().saturating_sub(before));
    if taken > time_limit {
        return Err(format!("it takes {taken:?}"));
    }
    if peak > BODIES_IN_MEMORY * corrupted.body.len() + LITTLE_MEMORY {
        return Err(format!(
            "it takes {peak} bytes for a body of {}",
            corrupted.body.len()
        ));
    }
    oracle::judge(donor, kind, corrupted, &parsed)
}

/// The kind to parse a response as: usually its own, now and then the kind for unknown requests, or any other.
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

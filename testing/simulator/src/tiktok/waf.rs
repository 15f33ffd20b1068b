//! The page that requires a proof of work before the real page.
//!
//! The page contains a seed and a digest; the client searches for the number whose digits, hashed after the seed, give the
//! digest, and returns it inside the same JSON as a cookie. A pass is valid for one page.

use std::collections::HashMap;

use axum::http::header;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use parking_lot::Mutex;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{request::Request, response::SimulatedResponse};

const CHALLENGE_COOKIE: &str = "_wafchallengeid";
const ORIGINAL_COOKIE: &str = "waforiginalreid";

/// Upper bound of the number. The platform uses 1,000,000; a tenth keeps tests fast and still requires a real search.
const MAX_SOLUTION: u64 = 100_000;

/// Maximum unsolved challenges; beyond it the oldest are dropped.
const MAX_OPEN: usize = 10_000;

/// The open challenges.
#[derive(Debug, Default)]
pub(crate) struct Waf {
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    made: u64,
    solutions: HashMap<String, Challenge>,
}

#[derive(Debug)]
struct Challenge {
    number: u64,
    solution: u64,
    original: String,
}

impl Waf {
    /// Builds a challenge without a solution: no number below the limit of clients hashes to its digest.
    pub(crate) fn unsolvable() -> SimulatedResponse {
        page("seed-none", &[0; 32], "2026010100000000000000")
    }

    /// Creates a new challenge.
    pub(crate) fn challenge(&self) -> SimulatedResponse {
        let mut open = self.open.lock();
        open.made += 1;
        let number = open.made;
        let seed = format!("seed-{number:08}");
        let solution = u64::from_le_bytes(first_eight(&Sha256::digest(seed.as_bytes()))) % MAX_SOLUTION;
        let original = format!("20260101000000{number:08X}");
        let digest = hash(seed.as_bytes(), solution);
        let response = page(&seed, &digest, &original);
        open.solutions
            .retain(|_, challenge| challenge.number + MAX_OPEN as u64 > number);
        open.solutions.insert(
            STANDARD.encode(&seed),
            Challenge {
                number,
                solution,
                original,
            },
        );
        response
    }

    /// Returns whether the request carries the solution of an open challenge, which is then closed.
    pub(crate) fn admits(&self, request: &Request) -> bool {
        let Some((seed, solution)) = request.cookie(CHALLENGE_COOKIE).and_then(read) else {
            return false;
        };
        let mut open = self.open.lock();
        let solved = open.solutions.get(&seed).is_some_and(|challenge| {
            challenge.solution.to_string() == solution
                && request.cookie(ORIGINAL_COOKIE) == Some(challenge.original.as_str())
        });
        if solved {
            open.solutions.remove(&seed);
        }
        solved
    }
}

/// Builds the page that requires the number which, hashed after the seed, gives the digest.
fn page(seed: &str, digest: &[u8; 32], original: &str) -> SimulatedResponse {
    let challenge = json!({
        "v": {"a": STANDARD.encode(seed), "b": 1_767_225_600, "c": STANDARD.encode(digest)},
        "s": "simulated",
    });
    let class = STANDARD.encode(challenge.to_string());
    let page = format!(
        "<!DOCTYPE html><html><head><title>Please wait...</title></head><body>\
         <p id=\"cs\" class=\"{}\"></p><p id=\"wci\" class=\"{CHALLENGE_COOKIE}\"></p>\
         <p id=\"rci\" class=\"{ORIGINAL_COOKIE}\"></p><p id=\"rs\" class=\"{original}\"></p>\
         <script>/* looks for the number */</script></body></html>",
        class.trim_end_matches('='),
    );
    SimulatedResponse::html(page).with(
        header::SET_COOKIE,
        "ttwid=1%7Csimulated; Path=/; Secure; HttpOnly",
    )
}

/// Parses seed and solution from the cookie's value, which may be quoted and may lack padding.
fn read(cookie: &str) -> Option<(String, String)> {
    let value: Value = serde_json::from_slice(&decode(cookie.trim_matches('"'))?).ok()?;
    let seed = value.pointer("/v/a")?.as_str()?.to_owned();
    let solution = String::from_utf8(decode(value.get("d")?.as_str()?)?).ok()?;
    Some((seed, solution))
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.replace("%3D", "=").replace("%2B", "+").replace("%2F", "/");
    base64::engine::general_purpose::STANDARD_NO_PAD
        .decode(text.trim_end_matches('='))
        .ok()
}

fn hash(seed: &[u8], number: u64) -> [u8; 32] {
    Sha256::new()
        .chain_update(seed)
        .chain_update(number.to_string())
        .finalize()
        .into()
}

fn first_eight(digest: &[u8]) -> [u8; 8] {
    let mut first = [0; 8];
    first.iter_mut().zip(digest).for_each(|(to, from)| *to = *from);
    first
}

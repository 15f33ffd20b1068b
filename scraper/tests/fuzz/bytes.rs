//! Damage in transit: bytes changed, lost, duplicated, mixed.

use rand::RngExt as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

use crate::change::{CorruptedResponse, Damage};
use crate::donor::Donor;

/// Tokens that JSON and HTML parsers look for; inserted anywhere, they mislead a parser.
const PIECES: [&str; 22] = [
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "\u{0}",
    "\u{feff}",
    "\\u0000",
    "\\ud800",
    "</script>",
    "<script>",
    "<!--",
    "<html>",
    "-",
    "1e999",
    "\"status\":\"ok\",",
    "<meta property=\"og:description\" content=\"",
    "\"\"",
];

/// Damages a response.
pub(crate) fn corrupt(donor: &Donor, donors: &[Donor], random: &mut StdRng) -> CorruptedResponse {
    let mut corrupted = CorruptedResponse {
        body: donor.body.clone(),
        damage: Damage::Bytes,
        has_new_values: true,
        ..CorruptedResponse::default()
    };
    for _ in 0..random.random_range(1..4) {
        let length = corrupted.body.len();
        let at = random.random_range(0..=length);
        let to = (at + random.random_range(0..=length / 4 + 1)).min(length);
        let done = match random.random_range(0..6) {
            0 if corrupted.done.is_empty() => {
                corrupted.body.truncate(at);
                corrupted.damage = Damage::End;
                corrupted.done.push(format!("cutting at {at}"));
                return corrupted;
            }
            1 => {
                corrupted.body.drain(at..to);
                format!("taking out {at} to {to}")
            }
            2 => {
                let piece = corrupted.body[at..to].to_vec();
                corrupted.body.splice(at..at, piece);
                format!("doubling {at} to {to}")
            }
            3 => {
                let other = donors.choose(random).unwrap();
                let from = random.random_range(0..=other.body.len());
                corrupted.body.truncate(at);
                corrupted.body.extend_from_slice(&other.body[from..]);
                corrupted.is_mixed = true;
                format!("going on with {} from {at}", other.name)
            }
            4 => {
                let piece = PIECES.choose(random).unwrap();
                corrupted.body.splice(at..at, piece.bytes());
                format!("putting {piece:?} in at {at}")
            }
            _ => {
                for _ in 0..random.random_range(1..20) {
                    if let Some(byte) = corrupted.body.get_mut(random.random_range(0..=length)) {
                        *byte = random.random();
                    }
                }
                "changing bytes".to_owned()
            }
        };
        corrupted.done.push(done);
    }
    corrupted
}

//! Responses to corrupt: recorded and generated ones.

use std::path::Path;

use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_scraper::core::model::{Item, RawResponse, ResponseKind};
use clipmeter_scraper::platforms::{instagram, tiktok};
use serde_json::Value;

use crate::change::Metric;
use crate::{own, read};

/// Recordings above this size are skipped: they would make the test slower, not better.
const MAX: usize = 120_000;

/// A part of a response.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    /// Markup, or anything else that is not JSON.
    Text(String),
    /// A document: the whole response, or the data in one script of a page.
    Json(Value),
}

/// A response before it is corrupted.
#[derive(Debug)]
pub(crate) struct Donor {
    pub(crate) name: String,
    pub(crate) kind: ResponseKind,
    pub(crate) status: u16,
    pub(crate) location: Option<String>,
    pub(crate) body: Vec<u8>,
    pub(crate) pieces: Vec<Piece>,
    /// The result of parsing it.
    pub(crate) outcome: Outcome,
    /// Any of its counts is zero.
    pub(crate) has_zeros: bool,
}

impl Donor {
    pub(crate) fn new(name: &str, kind: ResponseKind, body: Vec<u8>) -> Self {
        let donor = Self {
            name: name.to_owned(),
            kind,
            status: 200,
            location: None,
            pieces: pieces(&body),
            body,
            outcome: Outcome::Unspecified,
            has_zeros: false,
        };
        donor.classified()
    }

    /// Stores the result of parsing it.
    fn classified(mut self) -> Self {
        let parsed = read(self.kind, &self.response(&self.body));
        let is_zero = |item: &Item<'_>| Metric::ALL.iter().any(|metric| metric.of(item) == Some(0));
        (self.outcome, self.has_zeros) = (parsed.outcome, parsed.items.iter().any(is_zero));
        self
    }

    /// Returns the response with this body. Anonymous clients request pages, sessions request data.
    pub(crate) fn response<'a>(&'a self, body: &'a [u8]) -> RawResponse<'a> {
        RawResponse {
            status: self.status,
            location: self.location.as_deref(),
            body,
            is_anonymous: self.body.starts_with(b"<") || self.kind.platform() == Platform::Tiktok,
        }
    }

    pub(crate) fn has_structure(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Json(_)))
    }
}

/// The kind of a response if it is unknown what was requested.
pub(crate) fn untold(platform: Platform) -> ResponseKind {
    match platform {
        Platform::Instagram => instagram::kinds::ERROR,
        _ => tiktok::kinds::ERROR,
    }
}

/// Returns all responses.
pub(crate) fn all() -> Vec<Donor> {
    let recorded = ["instagram", "tiktok"].into_iter().flat_map(recorded);
    let donors: Vec<Donor> = recorded.chain(own::donors()).collect();
    assert!(donors.len() > 60, "{}", donors.len());
    donors
}

fn recorded(platform: &str) -> Vec<Donor> {
    let folder = Path::new("../../shared/fixtures").join(platform);
    let expected = std::fs::read(folder.join("expected.json")).unwrap();
    let expected: Value = serde_json::from_slice(&expected).unwrap();
    let mut donors = Vec::new();
    for (name, expected) in expected["files"].as_object().unwrap() {
        let body = std::fs::read(folder.join(name)).unwrap();
        if body.len() <= MAX {
            let kind = expected["type"].as_str().unwrap().parse().unwrap();
            let mut donor = Donor::new(name, kind, body);
            donor.status = u16::try_from(expected["http_status"].as_u64().unwrap()).unwrap();
            donor.location = expected["headers"]["location"].as_str().map(str::to_owned);
            donors.push(donor.classified());
        }
    }
    donors
}

/// Splits a response into documents and the text around them.
fn pieces(body: &[u8]) -> Vec<Piece> {
    let Ok(text) = std::str::from_utf8(body) else {
        return Vec::new();
    };
    if let Ok(document) = serde_json::from_str(text) {
        return vec![Piece::Json(document)];
    }
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((attributes, content, after)) = next_script(rest) {
        match serde_json::from_str(&rest[content..after]) {
            Ok(document) if rest[attributes..content].contains("application/json") => {
                pieces.push(Piece::Text(rest[..content].to_owned()));
                pieces.push(Piece::Json(document));
            }
            _ => pieces.push(Piece::Text(rest[..after].to_owned())),
        }
        rest = &rest[after..];
    }
    pieces.push(Piece::Text(rest.to_owned()));
    pieces
}

/// Returns the offsets of the next script's attributes, of its content and of what follows it.
fn next_script(text: &str) -> Option<(usize, usize, usize)> {
    let attributes = text.find("<script")?;
    let content = attributes + text[attributes..].find('>')? + 1;
    let after = content + text[content..].find("</script")?;
    Some((attributes, content, after))
}

//! The page that TikTok sends instead of the requested one until its proof of work is solved.
//!
//! The class of the element `cs` is base 64 of `{"v":{"a":seed,"c":digest,…},…}` with both values in base 64. The solution is the
//! number whose decimal digits, appended to the seed, hash to the digest. It is sent back in the same document as the value `d`, in the
//! cookie named by the element `wci`. The elements `rci` and `rs` name a second cookie and its value. Earlier pages had the same four
//! values in a script: `wci="…",cs="…"`.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use html5gum::{DefaultEmitter, Token, Tokenizer};
use memchr::memmem;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

/// The page's own script gives up after this many attempts.
const LAST_CANDIDATE: u32 = 1_000_000;

/// Largest page that is searched, bytes. The page with the challenge has 1.4 KB; a page with content has a hundred times that.
const PAGE_LIMIT: usize = 32 * 1024;

/// IDs of the elements with the challenge, the name of its cookie, and name and value of the second cookie.
const IDS: [&str; 4] = ["cs", "wci", "rci", "rs"];

/// A challenge to solve before the page is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Challenge {
    /// The JSON document, sent back with the solution in it.
    document: String,
    seed: Vec<u8>,
    digest: Vec<u8>,
    /// Name of the cookie that carries the solution.
    cookie: String,
    /// Name and value of the second cookie.
    companion: Option<(String, String)>,
}

/// The solution of a [`Challenge`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Solution {
    /// The number that solves the challenge.
    pub(super) number: u32,
    /// Cookies, name and value, for repeating the same request once.
    pub(super) cookies: Vec<(String, String)>,
}

#[derive(Deserialize)]
struct ChallengePayload {
    v: Puzzle,
}

#[derive(Deserialize)]
struct Puzzle {
    a: String,
    c: String,
}

impl Challenge {
    /// Finds the challenge in a page; `None` for any other page.
    #[must_use]
    pub(super) fn find(page: &[u8]) -> Option<Self> {
        if page.len() > PAGE_LIMIT {
            return None;
        }
        let page = std::str::from_utf8(page).ok()?;
        Self::from_elements(page).or_else(|| Self::from_script(page))
    }

    fn from_elements(page: &str) -> Option<Self> {
        memmem::find(page.as_bytes(), b"wci")?;
        let mut emitter = DefaultEmitter::default();
        // Tags inside scripts and comments are text.
        emitter.naively_switch_states(true);
        let mut classes: [Option<Option<String>>; 4] = Default::default();
        // Reading a text cannot fail.
        for token in Tokenizer::new_with_emitter(page, emitter).map(|Ok(token)| token) {
            let Token::StartTag(tag) = token else { continue };
            let attribute = |name: &str| tag.attributes.get(name.as_bytes());
            let id = attribute("id").map(|id| id.as_slice());
            let Some(place) = IDS.iter().position(|expected| id == Some(expected.as_bytes())) else {
                continue;
            };
            // If elements have the same ID, the first one counts.
            classes[place].get_or_insert_with(|| {
                let class = String::from_utf8_lossy(attribute("class")?);
                Some(class.trim().to_owned())
            });
        }
        let [puzzle, cookie, companion, value] = classes.map(Option::flatten);
        Self::new(&puzzle?, cookie?, companion.zip(value))
    }

    fn from_script(page: &str) -> Option<Self> {
        let value = |name: &str| {
            let start = page.find(&format!("{name}=\""))? + name.len() + 2;
            Some(page[start..].split_once('"')?.0.to_owned())
        };
        Self::new(&value("cs")?, value("wci")?, value("rci").zip(value("rs")))
    }

    fn new(encoded: &str, cookie: String, companion: Option<(String, String)>) -> Option<Self> {
        let document = String::from_utf8(decode(encoded)?).ok()?;
        let ChallengePayload { v: Puzzle { a, c } } = serde_json::from_str(&document).ok()?;
        let companion = companion.filter(|(name, _)| !name.is_empty());
        let (seed, digest) = (decode(&a)?, decode(&c)?);
        (!cookie.is_empty()).then_some(Self {
            document,
            seed,
            digest,
            cookie,
            companion,
        })
    }

    /// Returns the name of the cookie that carries the solution.
    #[must_use]
    pub(super) fn cookie(&self) -> &str {
        &self.cookie
    }

    /// Searches for the number: up to a million hashes, which belongs on a blocking thread. `None` if there is none.
    #[must_use]
    pub(super) fn solve(&self) -> Option<Solution> {
        let seeded = Sha256::new_with_prefix(&self.seed);
        let number = (0..=LAST_CANDIDATE).find(|number| {
            let hash = seeded.clone().chain_update(number.to_string()).finalize();
            hash[..] == self.digest[..]
        })?;
        let mut cookies = vec![(self.cookie.clone(), self.encode_solution(number)?)];
        cookies.extend(self.companion.clone());
        Some(Solution { number, cookies })
    }

    /// Returns the document with the solution in it, base 64. Its other members and their order stay unchanged.
    fn encode_solution(&self, number: u32) -> Option<String> {
        let members = self.document.trim_end().strip_suffix('}')?;
        let solution = STANDARD.encode(number.to_string());
        Some(STANDARD.encode(format!("{members},\"d\":\"{solution}\"}}")))
    }
}

/// Decodes base 64 whose padding may be missing.
fn decode(text: &str) -> Option<Vec<u8>> {
    STANDARD_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(seed: &[u8], number: u32) -> String {
        let digest = Sha256::new_with_prefix(seed)
            .chain_update(number.to_string())
            .finalize();
        let (seed, digest) = (STANDARD.encode(seed), STANDARD.encode(digest));
        STANDARD_NO_PAD.encode(format!(
            r#"{{"v":{{"a":"{seed}","b":1,"c":"{digest}"}},"s":"x"}}"#
        ))
    }

    #[test]
    fn waf_solution_is_added_to_challenge_document() {
        let cs = encoded(b"seed", 77);
        let page = format!(
            r#"<html><p class="{cs}" id="cs"></p><p id='wci' class='_wafchallengeid'></p><p id="rci" class="again"></p><p id="rs" class="77AB"></p></html>"#
        );
        let solution = Challenge::find(page.as_bytes()).unwrap().solve().unwrap();
        assert_eq!(solution.number, 77);
        assert_eq!(solution.cookies[0].0, "_wafchallengeid");
        let sent: serde_json::Value =
            serde_json::from_slice(&STANDARD.decode(&solution.cookies[0].1).unwrap()).unwrap();
        assert_eq!(sent["d"], STANDARD.encode("77"));
        assert_eq!(sent["s"], "x");
        assert_eq!(solution.cookies[1], ("again".to_owned(), "77AB".to_owned()));
    }

    #[test]
    fn waf_challenge_is_found_in_script() {
        let page = format!(
            r#"<html><script>var wci="_wafchallengeid",cs="{}";</script></html>"#,
            encoded(b"s", 3)
        );
        let solution = Challenge::find(page.as_bytes()).unwrap().solve().unwrap();
        assert_eq!((solution.number, solution.cookies.len()), (3, 1));
    }

    #[test]
    fn waf_challenge_is_absent_without_valid_puzzle() {
        for page in [
            "",
            "<html></html>",
            r#"<p id="cs" class="!!"></p><p id="wci" class="w"></p>"#,
            r#"<p id="cs" class="e30"></p><p id="wci" class="w"></p>"#,
        ] {
            assert_eq!(Challenge::find(page.as_bytes()), None, "{page}");
        }
    }

    #[test]
    fn waf_challenge_without_solution_yields_none() {
        let challenge = Challenge {
            document: "{}".to_owned(),
            seed: Vec::new(),
            digest: vec![0; 32],
            cookie: "w".to_owned(),
            companion: None,
        };
        assert_eq!(challenge.solve(), None);
    }
}

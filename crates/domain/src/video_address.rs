//! Parses a pasted address of a TikTok video. Nothing is fetched: the address is compared with the forms that TikTok
//! produces, and anything else in it is dropped, so that only canonical forms are stored.

use crate::Username;

/// Hosts of the site. Every form of path works on all of them.
const SITE: [&str; 3] = ["www.tiktok.com", "tiktok.com", "m.tiktok.com"];

/// Hosts of links shared from the apps.
const SHARE_HOSTS: [&str; 2] = ["www.tiktokv.com", "tiktokv.com"];

/// Hosts that serve only short links; the site has them below `/t/`.
const SHORT_HOSTS: [&str; 2] = ["vm.tiktok.com", "vt.tiktok.com"];

/// Digits of a video's ID: 19 today, 17 in the first years, 20 when the numbers grow. IDs of 20 digits begin with a 1,
/// because they are below 2^64.
const ID_LENGTH: std::ops::RangeInclusive<usize> = 17..=20;

/// Length of a short link's code: 9 letters and digits today; `-` and `_` complete the base 64 alphabet.
const SHORT_LENGTH: std::ops::RangeInclusive<usize> = 4..=32;

/// The beginning of a video's canonical URL.
const BEFORE_AUTHOR: &str = "https://www.tiktok.com/@";

/// Recurring parts of [`PATTERN`]. Cases are spelled out, because `(?i)` accepts letters beyond ASCII for `k`.
macro_rules! part {
    (tiktok) => {
        "[Tt][Ii][Kk][Tt][Oo][Kk]"
    };
    (com) => {
        "[.][Cc][Oo][Mm]/"
    };
    (www) => {
        "[Ww][Ww][Ww][.]"
    };
    (id) => {
        "([1-9][0-9]{16,18}|1[0-9]{19})"
    };
    (short) => {
        "[A-Za-z0-9_-]{4,32}"
    };
}

/// Every address that [`VideoAddress::parse`] accepts, as a regular expression that RE2 and Rust interpret alike. It
/// contains no backslash and no quote, so it needs no escaping in any literal.
pub const PATTERN: &str = concat!(
    "^([Hh][Tt][Tt][Pp][Ss]?://)?(",
    // The site and its paths.
    concat!("(", part!(www), "|[Mm][.])?", part!(tiktok), part!(com), "("),
    "(share/video|embed/v2|embed|player/v1|@([A-Za-z0-9_.]{0,23}[A-Za-z0-9_])?/(video|photo))/",
    concat!(part!(id), "|v/", part!(id), "[.]html|t/", part!(short), ")"),
    // Links shared from the apps.
    concat!(
        "|(",
        part!(www),
        ")?",
        part!(tiktok),
        "[Vv]",
        part!(com),
        "share/video/",
        part!(id)
    ),
    // Short links.
    concat!("|[Vv][MmTt][.]", part!(tiktok), part!(com), part!(short)),
    ")/?([?#](?s:.*))?$",
);

/// The target of a video address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VideoAddress {
    /// A video with a known ID.
    Video {
        /// The platform's ID.
        id: String,
        /// Public URL.
        url: String,
    },
    /// A short link to a video, which the scraper resolves.
    Short {
        /// The link in its canonical form.
        url: String,
    },
}

impl VideoAddress {
    /// Parses an address; returns None if it is not the address of a TikTok video.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let rest = ["https://", "http://"]
            .iter()
            .find_map(|scheme| without_prefix(text, scheme))
            .unwrap_or(text);
        let end = rest.find(['?', '#']).unwrap_or(rest.len());
        let (host, path) = rest[..end].split_once('/')?;
        // Compared as a whole: a username, a port or anything else in front of the path makes it another host.
        let host = host.to_ascii_lowercase();
        let path: Vec<&str> = path.strip_suffix('/').unwrap_or(path).split('/').collect();
        if SITE.contains(&host.as_str()) {
            on_site(&path)
        } else if SHARE_HOSTS.contains(&host.as_str()) {
            match path.as_slice() {
                ["share", "video", id] => video("", id),
                _ => None,
            }
        } else if SHORT_HOSTS.contains(&host.as_str()) {
            match path.as_slice() {
                [name] => short(&host, name),
                _ => None,
            }
        } else {
            None
        }
    }

    /// Returns the author's name in the URL, in lower case; None for a short link, or if the URL has none.
    #[must_use]
    pub fn author(&self) -> Option<String> {
        let Self::Video { url, .. } = self else {
            return None;
        };
        let (author, _) = url.strip_prefix(BEFORE_AUTHOR)?.split_once('/')?;
        (!author.is_empty()).then(|| author.to_ascii_lowercase())
    }

    /// Returns the video with an ID in the platform's notation, or None if no video has such an ID.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        video("", id)
    }
}

/// Returns the text after a prefix, which may be in any case.
fn without_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (first, rest) = text.split_at_checked(prefix.len())?;
    first.eq_ignore_ascii_case(prefix).then_some(rest)
}

fn on_site(path: &[&str]) -> Option<VideoAddress> {
    match path {
        ["share", "video", id] | ["embed", "v2", id] | ["embed", id] | ["player", "v1", id] => video("", id),
        [user, "video" | "photo", id] => video(user.strip_prefix('@')?, id),
        ["v", file] => video("", file.strip_suffix(".html")?),
        ["t", name] => short("www.tiktok.com/t", name),
        _ => None,
    }
}

/// Builds a video. The site finds it by its ID alone; the author's name is only for readability.
fn video(user: &str, id: &str) -> Option<VideoAddress> {
    let is_id = ID_LENGTH.contains(&id.len())
        && !id.starts_with('0')
        && id.bytes().all(|byte| byte.is_ascii_digit())
        && (id.len() < *ID_LENGTH.end() || id.starts_with('1'));
    let is_user = user.len() <= Username::TIKTOK.longest()
        && !user.ends_with('.')
        && user
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'));
    (is_id && is_user).then(|| VideoAddress::Video {
        id: id.to_owned(),
        url: format!("{BEFORE_AUTHOR}{user}/video/{id}"),
    })
}

fn short(place: &str, name: &str) -> Option<VideoAddress> {
    let is_name = SHORT_LENGTH.contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    is_name.then(|| VideoAddress::Short {
        url: format!("https://{place}/{name}/"),
    })
}

#[cfg(test)]
#[path = "video_address_tests.rs"]
mod tests;

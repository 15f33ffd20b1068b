//! From what people paste to the video that it means. Nothing is fetched: the address is taken apart and compared with
//! the forms that TikTok gives out; whatever else it holds is dropped, so that only a form of our own is ever stored.

use crate::Username;

/// Where the site is. Every form of its paths works on all of them.
const SITE: [&str; 3] = ["www.tiktok.com", "tiktok.com", "m.tiktok.com"];

/// Where apps share to.
const SHARE_HOSTS: [&str; 2] = ["www.tiktokv.com", "tiktokv.com"];

/// Where short links live on their own; the site has them below `/t/`.
const SHORT_HOSTS: [&str; 2] = ["vm.tiktok.com", "vt.tiktok.com"];

/// A video's id: 19 digits today, 17 in the first years, 20 when the numbers go on. Those of 20 begin with a 1, because ids
/// are below 2^64.
const ID_LENGTH: std::ops::RangeInclusive<usize> = 17..=20;

/// A short link's name: 9 letters and digits today; `-` and `_` are what a code in base 64 has besides.
const SHORT_LENGTH: std::ops::RangeInclusive<usize> = 4..=32;

/// The parts of [`PATTERN`] that recur. Cases are spelled out, because `(?i)` takes letters beyond ASCII for `k`.
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

/// Every address that [`VideoAddress::parse`] takes, as a regular expression that RE2 and Rust read alike. It has no
/// backslash and no quote, so that it stands in any literal as it is.
pub const PATTERN: &str = concat!(
    "^([Hh][Tt][Tt][Pp][Ss]?://)?(",
    // The site and its paths.
    concat!("(", part!(www), "|[Mm][.])?", part!(tiktok), part!(com), "("),
    "(share/video|embed/v2|embed|player/v1|@([A-Za-z0-9_.]{0,23}[A-Za-z0-9_])?/(video|photo))/",
    concat!(part!(id), "|v/", part!(id), "[.]html|t/", part!(short), ")"),
    // Where apps share to.
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

/// What an address means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VideoAddress {
    /// A video.
    Video {
        /// The platform's id.
        id: String,
        /// Where a person can look at it.
        url: String,
    },
    /// A link that leads to a video; the scraper follows it.
    Short {
        /// The link in its one spelling.
        url: String,
    },
}

impl VideoAddress {
    /// Takes an address apart; None when it is none of a TikTok video.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let rest = ["https://", "http://"]
            .iter()
            .find_map(|scheme| without_prefix(text, scheme))
            .unwrap_or(text);
        let end = rest.find(['?', '#']).unwrap_or(rest.len());
        let (host, path) = rest[..end].split_once('/')?;
        // Compared as a whole: a name, a port or anything else in front of the path makes it another host.
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

    /// The video of an id as the platform writes it; None when no video has such a one.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        video("", id)
    }
}

/// What follows a prefix in any case.
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

/// The site finds a video by its id alone; the name of its author is for people.
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
        url: format!("https://www.tiktok.com/@{user}/video/{id}"),
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

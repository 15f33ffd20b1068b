//! What the platforms rotate: document ids, application ids, user agents, query constants. Shipped values are the defaults; a JSON
//! file named in `CLIPMETER_PLATFORM_SETTINGS` replaces any of them without a new release.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::error::ScraperError;

/// Settings of both platforms. A file may give any subset; a key it does not know is an error, because it is a misspelling.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlatformSettings {
    /// A desktop Chrome. A session made in a browser is refused under a mobile one, and one session keeps one for life.
    pub user_agent: String,
    /// Sent to both platforms. English, so that the few texts that are read have one language.
    pub accept_language: String,
    /// Instagram's own.
    pub instagram: InstagramSettings,
    /// TikTok's own.
    pub tiktok: TiktokSettings,
}

/// What Instagram rotates.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InstagramSettings {
    /// `X-IG-App-ID` of the web application.
    pub app_id: String,
    /// `X-ASBD-ID`.
    pub asbd_id: String,
    /// The persisted query that lists an account's posts.
    pub timeline: PersistedQuery,
    /// The persisted query that lists an account's reels with their play counts.
    pub clips: PersistedQuery,
    /// Posts asked for per page of the persisted queries; more than 12 is flagged as misuse.
    pub page_size: u32,
    /// Posts asked for per page of the older feed.
    pub feed_page_size: u32,
}

/// A query that Instagram keeps under a number.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersistedQuery {
    /// Changes every two to four weeks.
    pub doc_id: String,
    /// The operation's name, sent along with the id.
    pub operation: String,
    /// Names of the switches `__relay_internal__pv__*` that the query wants as true.
    #[serde(default)]
    pub flags: Vec<String>,
}

/// What TikTok rotates.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TiktokSettings {
    /// The constant part of the item list's query.
    pub item_list_query: BTreeMap<String, String>,
    /// Videos asked for per page.
    pub page_size: u32,
    /// The smallest device id that the platform gives out to browsers.
    pub first_device_id: u64,
    /// The largest one.
    pub last_device_id: u64,
    /// The user agent that short links answer with a plain redirect.
    pub link_user_agent: String,
}

impl PlatformSettings {
    /// The shipped settings, or those of the file where one is given.
    pub fn load(path: Option<&Path>) -> Result<Self, ScraperError> {
        let Some(path) = path else {
            return Ok(Self::default());
        };
        let fault = |reason: String| ScraperError::Settings {
            path: path.display().to_string(),
            reason,
        };
        let text = std::fs::read(path).map_err(|error| fault(error.to_string()))?;
        let settings: Self = serde_json::from_slice(&text).map_err(|error| fault(error.to_string()))?;
        settings.check().map_err(fault)?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), String> {
        if self.tiktok.first_device_id > self.tiktok.last_device_id {
            return Err("tiktok.first_device_id must not exceed tiktok.last_device_id".to_owned());
        }
        let headers = [
            ("user_agent", &self.user_agent),
            ("accept_language", &self.accept_language),
            ("instagram.app_id", &self.instagram.app_id),
            ("instagram.asbd_id", &self.instagram.asbd_id),
            ("instagram.timeline.operation", &self.instagram.timeline.operation),
            ("instagram.clips.operation", &self.instagram.clips.operation),
            ("tiktok.link_user_agent", &self.tiktok.link_user_agent),
        ];
        match headers
            .iter()
            .find(|(_, value)| !value.bytes().all(|byte| matches!(byte, b' '..=b'~')))
        {
            Some((name, _)) => Err(format!("{name} must be plain ASCII, as it is sent in a header")),
            None => Ok(()),
        }
    }
}

impl Default for PlatformSettings {
    fn default() -> Self {
        Self {
            user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                         Chrome/142.0.0.0 Safari/537.36"
                .to_owned(),
            accept_language: "en-US,en;q=0.9".to_owned(),
            instagram: InstagramSettings::default(),
            tiktok: TiktokSettings::default(),
        }
    }
}

impl Default for InstagramSettings {
    fn default() -> Self {
        let flags = [
            "PolarisFeedShareMenurelayprovider",
            "PolarisIsLoggedInrelayprovider",
        ];
        Self {
            app_id: "936619743392459".to_owned(),
            asbd_id: "359341".to_owned(),
            timeline: PersistedQuery {
                doc_id: "28534843459473863".to_owned(),
                operation: "PolarisProfilePostsQuery".to_owned(),
                flags: flags.map(str::to_owned).to_vec(),
            },
            clips: PersistedQuery {
                doc_id: "27234427476213202".to_owned(),
                operation: "PolarisProfileReelsTabContentQuery_connection".to_owned(),
                flags: Vec::new(),
            },
            page_size: 12,
            feed_page_size: 33,
        }
    }
}

impl Default for TiktokSettings {
    fn default() -> Self {
        Self {
            item_list_query: ITEM_LIST_QUERY
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect(),
            page_size: 15,
            first_device_id: 7_250_000_000_000_000_000,
            last_device_id: 7_325_099_899_999_994_577,
            link_user_agent: "facebookexternalhit/1.1".to_owned(),
        }
    }
}

/// What the web application sends along with every item list, in a browser on Windows.
const ITEM_LIST_QUERY: [(&str, &str); 26] = [
    ("aid", "1988"),
    ("app_language", "en"),
    ("app_name", "tiktok_web"),
    ("browser_language", "en-US"),
    ("browser_name", "Mozilla"),
    ("browser_online", "true"),
    ("browser_platform", "Win32"),
    ("browser_version", "5.0 (Windows)"),
    ("channel", "tiktok_web"),
    ("cookie_enabled", "true"),
    ("device_platform", "web_pc"),
    ("focus_state", "true"),
    ("from_page", "user"),
    ("history_len", "2"),
    ("is_fullscreen", "false"),
    ("is_page_visible", "true"),
    ("language", "en"),
    ("os", "windows"),
    ("priority_region", ""),
    ("referer", ""),
    ("region", "US"),
    ("screen_height", "1080"),
    ("screen_width", "1920"),
    ("type", "1"),
    ("tz_name", "UTC"),
    ("webcast_language", "en"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<PlatformSettings, ScraperError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        std::fs::write(&file, text).unwrap();
        PlatformSettings::load(Some(&file))
    }

    #[test]
    fn a_file_replaces_what_it_names_and_nothing_else() {
        let settings = load(r#"{"instagram":{"clips":{"doc_id":"1","operation":"Op"}}}"#).unwrap();
        assert_eq!(settings.instagram.clips.doc_id, "1");
        assert_eq!(settings.instagram.app_id, InstagramSettings::default().app_id);
        assert_eq!(settings.tiktok.page_size, TiktokSettings::default().page_size);
    }

    #[test]
    fn a_file_that_cannot_be_meant_is_refused_with_its_reason() {
        let misspelt = load(r#"{"instagram":{"app_di":"1"}}"#).unwrap_err();
        assert!(misspelt.to_string().contains("app_di"), "{misspelt}");
        let header = load(r#"{"user_agent":"a\nb"}"#).unwrap_err();
        assert!(header.to_string().contains("user_agent"), "{header}");
        assert!(load("{").is_err());
        let range = load(r#"{"tiktok":{"first_device_id":2,"last_device_id":1}}"#).unwrap_err();
        assert!(range.to_string().contains("first_device_id"), "{range}");
        let missing = PlatformSettings::load(Some(Path::new("no/such/file.json"))).unwrap_err();
        assert!(missing.to_string().contains("no/such/file.json"), "{missing}");
        assert_eq!(missing.exit_status(), crate::error::EXIT_MISCONFIGURED);
    }
}

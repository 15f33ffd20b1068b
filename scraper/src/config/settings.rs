//! Combines the layers of the platform configuration in this process: the built-in one, the API's above it, and the file named in
//! `CLIPMETER_PLATFORM_CONFIG` on top.

use std::path::Path;
use std::sync::Arc;

use clipmeter_platform_config::{PlatformConfig, PlatformConfigError};
use clipmeter_proto::v1;

use crate::error::ScraperError;

/// The built-in configuration and the file that overrides it.
#[derive(Debug, Clone)]
pub struct Settings {
    shipped: PlatformConfig,
    file: Option<String>,
}

impl Settings {
    /// Reads the file, if there is one. A member that the configuration does not have is an error, because it is a misspelling.
    pub fn load(path: Option<&Path>) -> Result<Self, ScraperError> {
        let fault = |path: &Path, reason: String| ScraperError::Settings {
            path: path.display().to_string(),
            reason,
        };
        let shipped = PlatformConfig::shipped()?;
        let file = path
            .map(|path| {
                let text = std::fs::read_to_string(path).map_err(|error| fault(path, error.to_string()))?;
                shipped
                    .with(&text)
                    .map_err(|error| fault(path, error.to_string()))?;
                Ok::<_, ScraperError>(text)
            })
            .transpose()?;
        Ok(Self { shipped, file })
    }

    /// Returns the configuration for a run that received `leased`. Members that this version does not support are ignored with a warning,
    /// so that an older scraper works with a newer API.
    #[must_use]
    pub fn platform_config(&self, leased: Option<&v1::PlatformConfig>) -> Arc<PlatformConfig> {
        let mut platform_config = self.shipped.clone();
        let layers = [
            leased.map(|leased| ("the API's", leased.document.as_str())),
            self.file.as_deref().map(|file| ("the file's", file)),
        ];
        for (source, layer) in layers.into_iter().flatten() {
            let (over, left_out) = platform_config.with_known(layer);
            platform_config = over;
            for PlatformConfigError { path, reason } in left_out {
                tracing::warn!(
                    source,
                    path,
                    reason,
                    "ignored invalid settings of the platform configuration"
                );
            }
        }
        Arc::new(platform_config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<Settings, ScraperError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        std::fs::write(&file, text).unwrap();
        Settings::load(Some(&file))
    }

    fn leased(document: &str) -> v1::PlatformConfig {
        v1::PlatformConfig {
            revision: 3,
            document: document.to_owned(),
        }
    }

    #[test]
    fn settings_prefer_file_over_api_over_built_in_config() {
        let shipped = PlatformConfig::shipped().unwrap();
        let received = leased(r#"{"instagram":{"app_id":"1","asbd_id":"2"},"novelty":true}"#);
        let platform_config = Settings::load(None).unwrap().platform_config(Some(&received));
        assert_eq!(
            (
                platform_config.instagram.app_id.as_str(),
                platform_config.instagram.asbd_id.as_str()
            ),
            ("1", "2")
        );
        assert_eq!(platform_config.tiktok, shipped.tiktok);
        let settings = load(r#"{"instagram":{"asbd_id":"3"}}"#).unwrap();
        let platform_config = settings.platform_config(Some(&received));
        assert_eq!(
            (
                platform_config.instagram.app_id.as_str(),
                platform_config.instagram.asbd_id.as_str()
            ),
            ("1", "3")
        );
        assert_eq!(
            settings.platform_config(None).instagram.app_id,
            shipped.instagram.app_id
        );
    }

    #[test]
    fn settings_ignore_api_config_with_invalid_value_entirely() {
        let platform_config = Settings::load(None)
            .unwrap()
            .platform_config(Some(&leased(r#"{"instagram":{"app_id":"1","page_size":50}}"#)));
        assert_eq!(*platform_config, PlatformConfig::shipped().unwrap());
    }

    #[test]
    fn settings_reject_invalid_file_with_reason() {
        let misspelt = load(r#"{"instagram":{"app_di":"1"}}"#).unwrap_err();
        assert!(misspelt.to_string().contains("instagram.app_di"), "{misspelt}");
        assert!(load("{").is_err());
        let missing = Settings::load(Some(Path::new("no/such/file.json"))).unwrap_err();
        assert!(missing.to_string().contains("no/such/file.json"), "{missing}");
        assert_eq!(missing.exit_status(), crate::error::EXIT_MISCONFIGURED);
    }

    /// Numbers this long are IDs that a platform rotates; they belong in the platform configuration.
    #[test]
    fn source_code_contains_no_platform_ids() {
        let mut folders = vec![std::path::PathBuf::from("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]").next().unwrap();
                let is_test = path.ends_with("tests.rs");
                let longest = code
                    .split(|letter: char| !letter.is_ascii_digit())
                    .map(str::len)
                    .max();
                assert!(is_test || longest < Some(15), "{}", path.display());
            }
        }
    }
}

//! Configuration of a run: arguments and environment.

mod settings;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clipmeter_proto::bounds::MAX_DELAY_FACTOR;
use clipmeter_proto::v1::Platform;
use clipmeter_proto::{Authority, Credential};
use secrecy::SecretString;
use url::Url;

pub use self::settings::Settings;
use crate::core::fetcher::HttpTransports;
use crate::core::report::GrpcApi;
use crate::error::ScraperError;
use crate::platforms::{BaseUrl, PLATFORMS};

/// Arguments of `scraper run`.
#[derive(Debug, Clone, clap::Args)]
pub struct RunArgs {
    /// ID of the run to execute, a UUID
    #[arg(long)]
    pub run_id: uuid::Uuid,
    /// Address of the API's gRPC server, as `http://HOST:PORT` or `https://HOST:PORT`
    #[arg(long)]
    pub api: String,
    /// PEM file with the certificate authorities to trust for the API; defaults to those of the system
    #[arg(long, env = "CLIPMETER_API_CA")]
    pub api_ca: Option<PathBuf>,
    /// Exit when standard input is closed, and therefore when the parent process exits for any reason
    #[arg(long)]
    pub stop_with_stdin: bool,
    /// Seconds until something else ends this process, such as the deadline of a Job; the run ends before, and what is left is due again
    #[arg(long)]
    pub deadline_seconds: Option<u32>,
}

/// The complete configuration of a run.
#[derive(Debug, Clone)]
pub struct RunConfig {
    pub args: RunArgs,
    /// `CLIPMETER_RUN_TOKEN` or the file `CLIPMETER_RUN_TOKEN_FILE`.
    pub token: Credential,
    /// `CLIPMETER_API_CA_PEM`: the same certificates as in the file of `args.api_ca`, if no file can be mounted.
    pub authority: Option<String>,
    /// Base URLs of the platforms, with the path `/`, from the variables that they name.
    pub base_urls: BTreeMap<Platform, Url>,
    /// `CLIPMETER_PROXY`: the proxy used if the API names none and the run's address is not direct.
    pub proxy: Option<SecretString>,
    /// `CLIPMETER_ALLOW_LOCAL_PROXIES`: proxies named by the API may be on this machine, its link or a metadata service.
    pub local_proxies: bool,
    /// `CLIPMETER_SOURCE_ADDRESS`: name of the address that requests leave from if there is no proxy; empty: the one shared by all
    /// scrapers.
    pub source_address: String,
    /// `CLIPMETER_REQUEST_DELAY_FACTOR`: multiplies the pauses between requests; 0 disables them.
    pub delay_factor: f64,
    /// The file named by `CLIPMETER_PLATFORM_CONFIG`, loaded.
    pub settings: Settings,
}

impl RunConfig {
    /// Completes the arguments from the environment, which `variable` reads.
    pub fn new(args: RunArgs, variable: impl Fn(&str) -> Option<String>) -> Result<Self, ScraperError> {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let settings = variable("CLIPMETER_PLATFORM_CONFIG").map(PathBuf::from);
        Ok(Self {
            token: match (
                variable("CLIPMETER_RUN_TOKEN"),
                variable("CLIPMETER_RUN_TOKEN_FILE"),
            ) {
                (Some(token), _) => Credential::token(&token)?,
                (None, Some(file)) => Credential::file(file.as_ref())?,
                (None, None) => return Err(ScraperError::NoToken),
            },
            authority: variable("CLIPMETER_API_CA_PEM"),
            base_urls: base_urls(variable)?,
            proxy: variable("CLIPMETER_PROXY").map(SecretString::from),
            local_proxies: switch(
                "CLIPMETER_ALLOW_LOCAL_PROXIES",
                variable("CLIPMETER_ALLOW_LOCAL_PROXIES"),
            )?,
            source_address: variable("CLIPMETER_SOURCE_ADDRESS").unwrap_or_default(),
            delay_factor: delay_factor(variable("CLIPMETER_REQUEST_DELAY_FACTOR"))?,
            settings: Settings::load(settings.as_deref())?,
            args,
        })
    }

    /// Creates the client of the API.
    pub fn api_client(&self) -> Result<GrpcApi, ScraperError> {
        let file = self.args.api_ca.as_deref().map(Authority::File);
        let variable = self.authority.as_deref().map(|pem| Authority::Variable {
            name: "CLIPMETER_API_CA_PEM",
            pem,
        });
        GrpcApi::new(&self.args.api, file.or(variable), self.token.clone())
    }

    /// Creates the transports to the platforms.
    #[must_use]
    pub fn http_transports(&self) -> HttpTransports {
        HttpTransports::new(self.local_proxies, self.proxy.clone())
    }
}

fn base_urls(variable: impl Fn(&str) -> Option<String>) -> Result<BTreeMap<Platform, Url>, ScraperError> {
    let base_urls = PLATFORMS.iter().map(|platform| {
        let config = platform.base_url();
        let chosen = variable(config.variable);
        Ok((platform.id(), base_url(config, chosen.as_deref())?))
    });
    base_urls.collect()
}

fn base_url(config: BaseUrl, chosen: Option<&str>) -> Result<Url, ScraperError> {
    let fault = || ScraperError::Variable {
        variable: config.variable,
        reason: "must be an address like https://HOST or http://HOST:PORT, without a path".to_owned(),
    };
    let url = Url::parse(chosen.unwrap_or(config.default)).map_err(|_| fault())?;
    let is_base = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.path() == "/"
        && url.query().is_none()
        && url.username().is_empty();
    if is_base { Ok(url) } else { Err(fault()) }
}

fn switch(variable: &'static str, text: Option<String>) -> Result<bool, ScraperError> {
    text.map_or(Ok(false), |text| {
        text.trim().parse().map_err(|_| ScraperError::Variable {
            variable,
            reason: "must be true or false".to_owned(),
        })
    })
}

fn delay_factor(text: Option<String>) -> Result<f64, ScraperError> {
    let Some(text) = text else { return Ok(1.0) };
    let delay_factor = text
        .trim()
        .parse::<f64>()
        .ok()
        .filter(|delay_factor| (0.0..=MAX_DELAY_FACTOR).contains(delay_factor));
    delay_factor.ok_or_else(|| ScraperError::Variable {
        variable: "CLIPMETER_REQUEST_DELAY_FACTOR",
        reason: format!(
            "must be a number from 0 to {MAX_DELAY_FACTOR}; 1 is the configured delay, 0 no delay"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(variables: &[(&str, &str)]) -> Result<RunConfig, ScraperError> {
        let args = RunArgs {
            run_id: uuid::Uuid::nil(),
            api: String::new(),
            api_ca: None,
            stop_with_stdin: false,
            deadline_seconds: None,
        };
        RunConfig::new(args, |name| {
            variables
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn config_requires_only_run_token() {
        let config = config(&[
            ("CLIPMETER_RUN_TOKEN", "t"),
            ("CLIPMETER_REQUEST_DELAY_FACTOR", ""),
        ])
        .unwrap();
        assert_eq!(
            config.base_urls[&Platform::Instagram].as_str(),
            "https://www.instagram.com/"
        );
        assert_eq!(
            config.base_urls[&Platform::Tiktok].as_str(),
            "https://www.tiktok.com/"
        );
        assert!((config.delay_factor - 1.0).abs() < f64::EPSILON);
        assert!(!format!("{config:?}").contains("\"t\""));
    }

    #[test]
    fn config_with_invalid_or_missing_value_exits_as_misconfigured() {
        for (name, value) in [
            ("CLIPMETER_REQUEST_DELAY_FACTOR", "fast"),
            ("CLIPMETER_REQUEST_DELAY_FACTOR", "-1"),
            ("CLIPMETER_REQUEST_DELAY_FACTOR", "NaN"),
            ("CLIPMETER_REQUEST_DELAY_FACTOR", "1000.1"),
            ("CLIPMETER_ALLOW_LOCAL_PROXIES", "maybe"),
            ("CLIPMETER_INSTAGRAM_URL", "localhost:80"),
            ("CLIPMETER_TIKTOK_URL", "https://host/path"),
            ("CLIPMETER_PLATFORM_CONFIG", "/no/such/file"),
            ("CLIPMETER_RUN_TOKEN", "a\nb"),
        ] {
            let error = config(&[(name, value), ("CLIPMETER_RUN_TOKEN", "t")]).unwrap_err();
            assert_eq!(error.exit_status(), crate::error::EXIT_MISCONFIGURED, "{error}");
        }
        for (variables, named) in [
            (&[][..], "CLIPMETER_RUN_TOKEN_FILE"),
            (
                &[("CLIPMETER_RUN_TOKEN_FILE", "/no/such/token")],
                "/no/such/token",
            ),
        ] {
            let error = config(variables).unwrap_err();
            assert!(error.to_string().contains(named), "{error}");
            assert_eq!(error.exit_status(), crate::error::EXIT_MISCONFIGURED);
        }
    }
}

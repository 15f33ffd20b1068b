//! `scraper config`: prints the platform configuration, or checks a configuration file.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use clipmeter_platform_config::PlatformConfig;

use crate::config::Settings;
use crate::error::ScraperError;

/// Exit code for an invalid file.
const EXIT_WRONG: u8 = 2;

#[derive(Debug, Subcommand)]
pub(super) enum ConfigCommand {
    /// Check whether a file is valid for `CLIPMETER_PLATFORM_CONFIG`, and print the error if it is not
    ///
    /// Exit codes: 0 valid, 2 invalid.
    Check {
        /// JSON file with the members to override
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print the effective configuration as JSON: the built-in defaults with the overrides in the file `CLIPMETER_PLATFORM_CONFIG`
    Print,
}

/// Runs the command.
pub(super) fn platform_config(command: &ConfigCommand) -> ExitCode {
    let done = match command {
        ConfigCommand::Check { file } => {
            Settings::load(Some(file)).map(|_| format!("{}: can be used", file.display()))
        }
        ConfigCommand::Print => effective().and_then(|platform_config| Ok(platform_config.to_json()?)),
    };
    match done {
        // Fails if the reader of the output has exited.
        Ok(text) => match writeln!(io::stdout().lock(), "{text}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(EXIT_WRONG),
        },
        Err(error) => {
            let _ = writeln!(io::stderr().lock(), "scraper: {error}");
            ExitCode::from(EXIT_WRONG)
        }
    }
}

fn effective() -> Result<PlatformConfig, ScraperError> {
    let file = std::env::var("CLIPMETER_PLATFORM_CONFIG")
        .ok()
        .filter(|file| !file.is_empty());
    let settings = Settings::load(file.as_deref().map(Path::new))?;
    Ok(settings.platform_config(None).as_ref().clone())
}

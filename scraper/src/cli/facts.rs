//! `scraper facts`: what this scraper knows about the platforms, and what a file would make of it.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use clipmeter_rules::facts::Facts;

use crate::error::ScraperError;
use crate::settings::Settings;

/// A file that cannot be meant.
const EXIT_WRONG: u8 = 2;

#[derive(Debug, Subcommand)]
pub(super) enum FactsCommand {
    /// Say whether a file can be used in `CLIPMETER_PLATFORM_SETTINGS`, and where it cannot, why
    ///
    /// Exit codes: 0 it can, 2 it cannot.
    Check {
        /// JSON that names what it changes
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print all facts as JSON: those this version was released with, under those of the file in `CLIPMETER_PLATFORM_SETTINGS`
    Print,
}

/// Does what the command line says.
pub(super) fn facts(command: &FactsCommand) -> ExitCode {
    let done = match command {
        FactsCommand::Check { file } => {
            Settings::load(Some(file)).map(|_| format!("{}: can be used", file.display()))
        }
        FactsCommand::Print => effective().and_then(|facts| Ok(facts.to_json()?)),
    };
    match done {
        // Whoever was reading has gone if this fails.
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

fn effective() -> Result<Facts, ScraperError> {
    let file = std::env::var("CLIPMETER_PLATFORM_SETTINGS")
        .ok()
        .filter(|file| !file.is_empty());
    let settings = Settings::load(file.as_deref().map(Path::new))?;
    Ok(settings.facts(None).as_ref().clone())
}

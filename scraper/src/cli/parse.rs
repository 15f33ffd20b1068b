//! `scraper parse`: prints what a stored response contains, without sending requests.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::Value;

use super::render::{render, render_capture};
use crate::core::capture::CaptureFile;
use crate::core::model::{RawResponse, ResponseKind};
use crate::core::parse::html;

/// Exit code if a file could not be read; the other files are still parsed.
const EXIT_UNREADABLE: u8 = 2;

/// Files to parse and their types.
#[derive(Debug, Args)]
pub(super) struct ParseArgs {
    /// Response type of the files, for example `ig_feed_user` or `tt_video_page`
    #[arg(
        long = "type",
        value_name = "TYPE",
        required_unless_present = "capture",
        requires = "files"
    )]
    kind: Option<ResponseKind>,
    /// Captured response, as returned by `GET /api/scraping/captures/{id}`; the file contains its type. May be repeated
    #[arg(long, value_name = "FILE", conflicts_with_all = ["kind", "http_status", "location", "anonymous", "with_session", "files"])]
    capture: Vec<PathBuf>,
    /// HTTP status of the responses
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(100..=999))]
    http_status: u16,
    /// `Location` header of the responses
    #[arg(long, value_name = "URL")]
    location: Option<String>,
    /// Parse the files as responses to anonymous requests
    #[arg(long, conflicts_with = "with_session")]
    anonymous: bool,
    /// Parse the files as responses to requests with a session
    #[arg(long)]
    with_session: bool,
    /// Files that contain one response body each
    #[arg(value_name = "FILE", requires = "kind")]
    files: Vec<PathBuf>,
}

/// Prints one line of JSON for each file.
pub(super) fn parse(args: &ParseArgs) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    let bodies = args.files.iter().map(|file| (file, parse_body(args, file)));
    let captures = args.capture.iter().map(|file| (file, parse_capture(file)));
    for (file, result) in bodies.chain(captures) {
        let printed = match result {
            Ok(line) => writeln!(io::stdout().lock(), "{line}"),
            Err(error) => {
                code = ExitCode::from(EXIT_UNREADABLE);
                let name = file.display();
                writeln!(io::stderr().lock(), "scraper: cannot read {name}: {error}")
            }
        };
        if printed.is_err() {
            return ExitCode::from(EXIT_UNREADABLE); // the reader of the lines has exited
        }
    }
    code
}

fn parse_body(args: &ParseArgs, file: &Path) -> Result<Value, Box<dyn Error>> {
    let body = std::fs::read(file)?;
    let kind = args.kind.ok_or("--type says what it is")?;
    let response = RawResponse {
        status: args.http_status,
        location: args.location.as_deref(),
        body: &body,
        is_anonymous: args.anonymous || (!args.with_session && html::is_page(&body)),
    };
    render(&file.display().to_string(), kind, &response)
}

fn parse_capture(file: &Path) -> Result<Value, Box<dyn Error>> {
    let capture = CaptureFile::read(&std::fs::read(file)?)?;
    render_capture(&file.display().to_string(), &capture)
}

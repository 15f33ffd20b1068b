//! `scraper parse`: what a stored answer says, without asking anybody.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clipmeter_proto::v1::Platform;

use super::render::render;
use crate::model::{Answer, AnswerKind, Reply};
use crate::{html, instagram, tiktok};

/// A file that cannot be read does not keep the others from being printed, but is no success.
const EXIT_UNREADABLE: u8 = 2;

/// What to read and as what.
#[derive(Debug, Args)]
pub(super) struct ParseArgs {
    /// What was asked for, e.g. `ig_feed_user` or `tt_video_page`
    #[arg(long = "type", value_name = "TYPE")]
    kind: AnswerKind,
    /// HTTP status that the answer came with
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(100..=999))]
    http_status: u16,
    /// Its `Location` header
    #[arg(long, value_name = "URL")]
    location: Option<String>,
    /// The request carried no session
    #[arg(long, conflicts_with = "with_session")]
    guest: bool,
    /// The request carried a session
    #[arg(long)]
    with_session: bool,
    /// Files that hold one body each
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Prints one line of JSON for each file.
pub(super) fn parse(args: &ParseArgs) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for file in &args.files {
        let name = file.display().to_string();
        let printed = match std::fs::read(file) {
            Ok(body) => {
                let line = render(&name, args.kind, &read(args, &body));
                writeln!(io::stdout().lock(), "{line}")
            }
            Err(error) => {
                code = ExitCode::from(EXIT_UNREADABLE);
                writeln!(io::stderr().lock(), "scraper: cannot read {name}: {error}")
            }
        };
        if printed.is_err() {
            return ExitCode::from(EXIT_UNREADABLE); // whoever was reading the lines has gone
        }
    }
    code
}

fn read<'a>(args: &'a ParseArgs, body: &'a [u8]) -> Answer<'a> {
    let reply = Reply {
        status: args.http_status,
        location: args.location.as_deref(),
        body,
        is_guest: args.guest || (!args.with_session && html::is_page(body)),
    };
    match args.kind.platform() {
        Platform::Instagram => instagram::read(args.kind, &reply),
        _ => tiktok::read(args.kind, &reply),
    }
}

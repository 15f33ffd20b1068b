//! An invalid setup is reported in one line, with exit code 1, before anything is started.

use std::process::{Command, Output};

use crate::support::{clipmeter, folder};

const NOWHERE: &str = "http://127.0.0.1:9";

fn refused(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(1), "{stderr}");
    assert!(
        stdout.is_empty(),
        "nothing is ready: {}",
        String::from_utf8_lossy(&stdout)
    );
    assert_eq!(stderr.lines().count(), 1, "one line: {stderr}");
    stderr
}

#[test]
fn startup_error_names_port_in_use() {
    let place = folder();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut command = clipmeter(&place.path().join("data"), NOWHERE);
    let text = refused(command.args(["--listen", &address]));
    assert!(text.contains(&address) && text.contains("--listen"), "{text}");
}

#[test]
fn startup_error_names_folder_that_cannot_be_created() {
    let place = folder();
    let file = place.path().join("file");
    std::fs::write(&file, "").unwrap();
    let text = refused(&mut clipmeter(&file.join("data"), NOWHERE));
    assert!(
        text.contains("file/data") && text.contains("--data-dir"),
        "{text}"
    );
}

#[test]
fn startup_refuses_foreign_folder() {
    let place = folder();
    std::fs::write(place.path().join("thesis.txt"), "mine").unwrap();
    let text = refused(&mut clipmeter(place.path(), NOWHERE));
    assert!(text.contains("not a Clipmeter data folder"), "{text}");
    assert_eq!(
        std::fs::read_dir(place.path()).unwrap().count(),
        1,
        "nothing was added"
    );
}

#[test]
fn startup_error_names_missing_scraper() {
    let place = folder();
    let mut command = clipmeter(&place.path().join("data"), NOWHERE);
    let text = refused(command.args(["--scraper", "/nowhere/scraper"]));
    assert!(
        text.contains("/nowhere/scraper") && text.contains("--scraper"),
        "{text}"
    );
}

#[test]
fn startup_error_for_invalid_database_url_hides_password() {
    let place = folder();
    let mut command = clipmeter(&place.path().join("data"), NOWHERE);
    let text = refused(command.env("DATABASE_URL", "mysql://user:hunter2@host/db"));
    assert!(
        text.contains("DATABASE_URL") && !text.contains("hunter2"),
        "{text}"
    );
}

#[test]
fn startup_error_for_unreachable_database_hides_password() {
    let place = folder();
    let mut command = clipmeter(&place.path().join("data"), NOWHERE);
    let text = refused(command.env("DATABASE_URL", "postgres://user:hunter2@127.0.0.1:9/db"));
    assert!(!text.contains("hunter2"), "{text}");
}

//! An invalid setup is reported in one line, with exit code 1, before anything is started.

use crate::support::{clipmeter, folder, refusal};

const NOWHERE: &str = "http://127.0.0.1:9";

#[test]
fn startup_error_names_what_is_invalid_without_passwords() {
    let place = folder();
    let file = place.path().join("file");
    std::fs::write(&file, "").unwrap();
    let foreign = place.path().join("foreign");
    std::fs::create_dir(&foreign).unwrap();
    std::fs::write(foreign.join("thesis.txt"), "mine").unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();

    let with = |option: &str, value: &str| {
        let mut command = clipmeter(&place.path().join(option), NOWHERE);
        command.args([option, value]);
        command
    };
    let on_database = |scheme: &str, url: &str| {
        let mut command = clipmeter(&place.path().join(scheme), NOWHERE);
        command.env("DATABASE_URL", format!("{scheme}://user:hunter2@{url}"));
        command
    };
    let mut short = clipmeter(&place.path().join("short"), NOWHERE);
    short.env("CLIPMETER_ADMIN_PASSWORD", "short");
    for (name, mut command, parts) in [
        (
            "a port in use",
            with("--listen", &address),
            vec![address.as_str(), "--listen"],
        ),
        (
            "a folder that cannot be created",
            clipmeter(&file.join("data"), NOWHERE),
            vec!["file/data", "--data-dir"],
        ),
        (
            "a foreign folder",
            clipmeter(&foreign, NOWHERE),
            vec!["foreign is not a Clipmeter data folder"],
        ),
        (
            "a missing scraper",
            with("--scraper", "/nowhere/scraper"),
            vec!["/nowhere/scraper", "--scraper"],
        ),
        (
            "a short password",
            short,
            vec!["CLIPMETER_ADMIN_PASSWORD", "at least 8 characters"],
        ),
        (
            "an invalid database URL",
            on_database("mysql", "host/db"),
            vec!["DATABASE_URL"],
        ),
        (
            "an unreachable database",
            on_database("postgres", "127.0.0.1:9/db"),
            vec![],
        ),
    ] {
        let error = refusal(&mut command);
        for part in parts {
            assert!(error.contains(part), "{name}: {error}");
        }
        assert!(!error.contains("hunter2"), "{name}: {error}");
    }
    let left = std::fs::read_dir(&foreign).unwrap().count();
    assert_eq!(left, 1, "nothing is added to a foreign folder");
}

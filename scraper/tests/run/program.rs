//! The program itself: exit codes, and how it ends.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clipmeter_proto::v1::Platform;

use super::fake_platform::StubResponse;
use super::setup::{Setup, TOKEN, account};

const RUN: &str = "0190b5a0-0000-7000-8000-000000000001";

/// Longer than the program's grace period on a busy machine, shorter than the timeout of a request that hangs.
const EXITS_WITHIN: Duration = Duration::from_secs(20);

pub(crate) fn scraper(api: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scraper"));
    command
        .args(["run", "--run-id", RUN, "--api", api])
        .stdin(Stdio::null())
        .env_clear();
    command
}

pub(crate) fn output(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    assert!(output.stdout.is_empty(), "logs go to standard error");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn program_exits_with_42_on_invalid_configuration() {
    let (code, log) = output(&mut scraper("http://127.0.0.1:9"));
    assert_eq!(code, Some(42), "{log}");
    assert!(log.contains("CLIPMETER_RUN_TOKEN is not set"), "{log}");
    let (code, log) = output(scraper("127.0.0.1:9").env("CLIPMETER_RUN_TOKEN", TOKEN));
    assert_eq!(code, Some(42), "{log}");
    assert!(log.contains("http://HOST:PORT") && !log.contains(TOKEN), "{log}");
    let proxy = "ftp://user:hidden@proxy";
    let (code, log) = output(
        scraper("x")
            .env("CLIPMETER_RUN_TOKEN", TOKEN)
            .env("CLIPMETER_PROXY", proxy),
    );
    assert!(code == Some(42) && !log.contains("hidden"), "{log}");
}

#[tokio::test]
async fn program_exits_0_after_run_and_1_without_parent() {
    let setup = Setup::new(Platform::Instagram, vec![account(1, "someone")]).await;
    let command = || {
        let mut command = scraper(&setup.api.url());
        command
            .env("CLIPMETER_RUN_TOKEN", TOKEN)
            .env("CLIPMETER_INSTAGRAM_URL", setup.platform.url())
            .env("CLIPMETER_REQUEST_DELAY_FACTOR", "0");
        command
    };
    let mut run = command();
    let (code, log) = tokio::task::spawn_blocking(move || output(&mut run))
        .await
        .unwrap();
    assert_eq!(code, Some(0), "{log}");
    assert_eq!(setup.recorded().completed, 1);

    setup.platform.on("/", [StubResponse::hang()]);
    let before = setup.platform.received().len();
    let mut child = command()
        .arg("--stop-with-stdin")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    while setup.platform.received().len() == before {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(child.stdin.take());
    let closed = Instant::now();
    let status = tokio::task::spawn_blocking(move || child.wait().unwrap())
        .await
        .unwrap();
    assert!(closed.elapsed() < EXITS_WITHIN);
    assert_eq!(status.code(), Some(1), "the run stays open with its unit");
    assert_eq!(setup.recorded().completed, 1);
}

#[tokio::test]
async fn program_exits_without_parent_and_api() {
    let mut setup = Setup::new(Platform::Instagram, vec![account(1, "someone")]).await;
    setup.platform.on("/", [StubResponse::hang()]);
    let mut child = scraper(&setup.api.url())
        .env("CLIPMETER_RUN_TOKEN", TOKEN)
        .env("CLIPMETER_INSTAGRAM_URL", setup.platform.url())
        .arg("--stop-with-stdin")
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while setup.platform.received().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    setup.api.kill();
    drop(child.stdin.take());
    let closed = Instant::now();
    let status = tokio::task::spawn_blocking(move || child.wait().unwrap())
        .await
        .unwrap();
    assert!(closed.elapsed() < EXITS_WITHIN);
    assert_eq!(status.code(), Some(1));
}

//! Slow clients, malicious or not.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::{Admin, Service, clipmeter, eventually, folder, http, http_builder, simulator};
use rustix::process::{Resource, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// The clients of the flood.
const SILENT: usize = 2_000;
const HALF_SENT: usize = 500;
const DRIPPING_HEADS: usize = 100;
const DRIPPING_BODIES: usize = 100;

/// Number of connections between two probes, which show that the program has accepted them: the kernel completes none
/// beyond its queue of 1,024, and a silent client would not notice.
const CONNECTIONS_PER_PROBE: usize = 200;

/// Timeout for closing all of them, on a busy machine.
const CLOSED_WITHIN: Duration = Duration::from_mins(5);

/// Maximum response time during the flood, on a busy machine. It is milliseconds otherwise.
const RESPONSE_TIMEOUT: Duration = Duration::from_mins(2);

/// How long the program is probed; longer than the timeout of an incomplete request head.
const PROBED_FOR: Duration = Duration::from_secs(20);

/// Interval between two bytes of a slow client.
const BYTE_INTERVAL: Duration = Duration::from_secs(1);

/// File descriptors that the test itself needs.
const OWN_FILES: u64 = 4_000;

/// Returns the command wrapped in `ulimit`, because a child would otherwise inherit this process's limits.
fn limited(ulimit: &str, command: &Command) -> Command {
    let mut limited = Command::new("sh");
    limited
        .args(["-c", &format!("ulimit {ulimit} && exec \"$@\""), "sh"])
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    limited
}

/// Raises this process's limit of open files to what the flood needs.
fn make_room() {
    let mut limit = getrlimit(Resource::Nofile);
    let has_room = |limit: Option<u64>| limit.is_none_or(|limit| limit >= OWN_FILES);
    assert!(has_room(limit.maximum), "this test needs ulimit -Hn {OWN_FILES}");
    if !has_room(limit.current) {
        limit.current = Some(OWN_FILES);
        setrlimit(Resource::Nofile, limit).unwrap();
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Silent,
    HalfSent,
    DrippingHead,
    DrippingBody,
}

impl Kind {
    fn sends(self) -> &'static [u8] {
        match self {
            Self::Silent => b"",
            Self::HalfSent => b"POST /api/auth/login HTTP/1.1\r\nhos",
            Self::DrippingHead => b"POST /api/auth/login HTTP/1.1\r\nx: ",
            Self::DrippingBody => {
                b"POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{"
            }
        }
    }

    fn drips(self) -> bool {
        matches!(self, Self::DrippingHead | Self::DrippingBody)
    }
}

/// Connects a client of the flood.
async fn connect(address: &str) -> TcpStream {
    let connected = timeout(RESPONSE_TIMEOUT, TcpStream::connect(address)).await;
    let Ok(connected) = connected else {
        panic!("the program does not accept connections");
    };
    connected.unwrap()
}

/// A client, the program's response to it, and how long it was connected.
type Ended = (Kind, String, Duration);

/// Keeps the connection open until the program closes it.
async fn stall(mut stream: TcpStream, kind: Kind) -> Ended {
    let begin = Instant::now();
    // The connection may be closed before the first byte is sent, which is expected.
    let _ = stream.write_all(kind.sends()).await;
    let (mut reads, mut writes) = stream.split();
    let mut said = Vec::new();
    let dripping = async {
        while kind.drips() && writes.write_all(b" ").await.is_ok() {
            tokio::time::sleep(BYTE_INTERVAL).await;
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ = reads.read_to_end(&mut said) => {}
        () = dripping => {}
    }
    (kind, String::from_utf8_lossy(&said).into_owned(), begin.elapsed())
}

/// Signs in and calls the probes over separate connections; returns the longest response time.
async fn probe(url: &str) -> Duration {
    let mut longest = Duration::ZERO;
    let http = http_builder()
        .pool_max_idle_per_host(0)
        .timeout(RESPONSE_TIMEOUT)
        .build()
        .unwrap();
    for path in ["livez", "readyz"] {
        let begin = Instant::now();
        let response = http.get(format!("{url}/{path}")).send().await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        longest = longest.max(begin.elapsed());
    }
    let begin = Instant::now();
    let credentials = json!({"username": "admin", "password": crate::support::PASSWORD});
    let signing_in = http
        .post(format!("{url}/api/auth/login"))
        .json(&credentials)
        .send();
    let response = signing_in.await.unwrap();
    assert!(response.status().is_success(), "sign-in: {}", response.status());
    longest.max(begin.elapsed())
}

/// Adds the simulator's accounts and waits until the scrapers have reported each of them.
async fn scrape(url: &str, simulator: &str) {
    let admin = Admin::sign_in(url).await;
    let group = admin.post("/groups", json!({"name": "Flood"})).await["id"].clone();
    let accounts = http().get(format!("{simulator}/__simulator/accounts")).send();
    let accounts: Value = accounts.await.unwrap().json().await.unwrap();
    let of_tiktok = accounts.as_array().unwrap().iter();
    for account in of_tiktok.filter(|account| account["platform"] == "tiktok") {
        let body = json!({"username": account["username"], "group_id": group});
        admin.post("/tiktok/accounts", body).await;
    }
    eventually("every account to be scraped", async || {
        let body = admin.try_get("/tiktok/accounts").await?;
        let accounts = body["accounts"].as_array()?;
        assert!(!accounts.is_empty());
        accounts
            .iter()
            .all(|account| account["status"] != "pending")
            .then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_are_disconnected_without_blocking_others() {
    make_room();
    let simulator = simulator(4);
    let place = folder();
    let command = clipmeter(&place.path().join("data"), &simulator.url);
    let service = Service::start(&mut limited("-n 1024", &command));
    let address = service.url.trim_start_matches("http://").to_owned();

    let mut flood = JoinSet::new();
    for (kind, clients) in [
        (Kind::Silent, SILENT),
        (Kind::HalfSent, HALF_SENT),
        (Kind::DrippingHead, DRIPPING_HEADS),
        (Kind::DrippingBody, DRIPPING_BODIES),
    ] {
        for number in 0..clients {
            if number % CONNECTIONS_PER_PROBE == 0 {
                let response = http().get(format!("{}/livez", service.url)).send().await;
                assert!(response.unwrap().status().is_success());
            }
            flood.spawn(stall(connect(&address).await, kind));
        }
    }
    let opened = Instant::now();
    let url = service.url.clone();
    let probing = tokio::spawn(async move {
        let mut longest = Duration::ZERO;
        loop {
            longest = longest.max(probe(&url).await);
            if opened.elapsed() > PROBED_FOR {
                return longest;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
    scrape(&service.url, &simulator.url).await;
    let scraped = opened.elapsed();
    let longest = probing.await.unwrap();
    let mut last = Duration::ZERO;
    for (kind, said, connected) in flood.join_all().await {
        let got_response = said.starts_with("HTTP/1.1 408 ") && said.contains("\"request_timeout\"");
        assert_eq!(got_response, kind == Kind::DrippingBody, "{kind:?}: {said}");
        assert!(connected <= CLOSED_WITHIN, "{kind:?}: {connected:?}");
        last = last.max(connected);
    }
    eprintln!(
        "the slowest response took {longest:?}, the scrapes {scraped:?}; all were closed after {last:?}"
    );
}

/// The limit of open files that a process has: soft and hard.
fn open_files(process: u32) -> (String, String) {
    let limits = fs::read_to_string(Path::new("/proc").join(process.to_string()).join("limits")).unwrap();
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"))
        .unwrap();
    let mut words = line.split_whitespace().map(str::to_owned);
    (words.next().unwrap(), words.next().unwrap())
}

/// Sends these bytes and returns the response until the program closes the connection.
async fn exchange(address: &str, sent: String) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(sent.as_bytes()).await.unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).await.unwrap();
    said
}

#[tokio::test]
async fn open_file_limit_is_raised_and_early_refusals_disconnect() {
    let simulator = simulator(0);
    let place = folder();
    let log = place.path().join("log");
    let mut command = clipmeter(&place.path().join("data"), &simulator.url);
    command.env("RUST_LOG", "info").env_remove("NO_COLOR");
    let service = Service::start(limited("-Sn 512", &command).stderr(File::create(&log).unwrap()));
    let (soft, hard) = open_files(service.child.id());
    assert_eq!(soft, hard);

    let address = service.url.trim_start_matches("http://").to_owned();
    let post = |id: &str, path: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nx-request-id: {id}\r\ncontent-type: application/json\r\n\
             content-length: 9000000\r\n\r\n{}",
            "x".repeat(70_000)
        )
    };
    for (path, status) in [
        ("/api/groups", "401"),
        ("/api/nothing", "404"),
        ("/api/auth/login", "413"),
    ] {
        let said = exchange(&address, post("good-1", path)).await.to_lowercase();
        assert!(said.starts_with(&format!("http/1.1 {status} ")), "{said}");
        assert!(said.contains("\r\nconnection: close\r\n"), "{said}");
        assert!(said.contains("\r\nx-request-id: good-1\r\n"), "{said}");
    }
    let made_up = format!("bad{}", "x".repeat(64));
    let said = exchange(&address, post(&made_up, "/api/groups")).await;
    assert!(
        said.contains("\r\nx-request-id: ") && !said.contains(&made_up),
        "{said}"
    );

    let log = fs::read_to_string(&log).unwrap();
    assert!(log.contains("good-1") && !log.contains(&made_up), "{log}");
    assert!(!log.contains('\u{1b}'), "{log}");
}

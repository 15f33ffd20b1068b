//! No program writes a secret to a log, an error response, a table, a file or a backup, at any log level.

use std::fs::{self, File, Permissions};
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;
use reqwest::{Method, StatusCode};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::collected_output::{CollectedOutput, dump, files};
use crate::support::{Admin, PASSWORD, Service, clipmeter, eventually, folder, http, program};

/// One session per way of adding it, in both spellings; each contains a unique part.
const SESSIONS: [&str; 5] = [
    "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionOfAList",
    "58211900024:hW7pZc4nJd6SfT:7:AYeSessionOfALineInAText",
    "58211900031%3auE9rKg5mXa1QvB%3a21%3aAYeSessionOfABulkImport",
    "58211900048%3AqT4wYs6bRe2NcH%3A9%3AAYeSessionOfAnUpload",
    "58211900055%3AxN3jLf8vPk5GdM%3A4%3AAYeSessionThatIsInvalid with a space",
];
/// The platform's responses to the sessions, once each.
const FAULTS: [&str; 3] = ["challenge", "rate_limited", "require_login"];
const WRONG_PASSWORD: &str = "a wrong guess at the password";
const MEMBER_PASSWORD: &str = "a password that the admin chose";
/// The password of the proxy and of the database roles.
const OTHER_PASSWORD: &str = "OtherPasswordThatNobodyMaySee";

/// Variables of the program's environment that scrapers do not get.
const WITHHELD: [(&str, &str); 6] = [
    ("CLIPMETER_ADMIN_PASSWORD", PASSWORD),
    ("CLIPMETER_APP_PASSWORD", OTHER_PASSWORD),
    ("CLIPMETER_BACKUP_PASSPHRASE", OTHER_PASSWORD),
    ("CLIPMETER_INGEST_PASSWORD", OTHER_PASSWORD),
    ("CLIPMETER_MAINTENANCE_PASSWORD", OTHER_PASSWORD),
    ("PGPASSWORD", OTHER_PASSWORD),
];

/// A script that stores the scraper's environment outside the searched files and then runs the real scraper.
fn noting_scraper(place: &Path) -> (PathBuf, PathBuf) {
    let (script, environments) = (place.join("scraper"), place.join("environments"));
    fs::create_dir(&environments).unwrap();
    let real = program("scraper");
    let text = format!(
        "#!/bin/sh\nenv > {}/$$\nexec {} \"$@\"\n",
        environments.display(),
        real.display()
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    (script, environments)
}

/// Returns the tokens in the environments of scrapers, which contain no withheld variable.
fn tokens_of(environments: &Path) -> Vec<String> {
    let mut tokens = Vec::new();
    for (_, environment) in files(environments) {
        for line in String::from_utf8_lossy(&environment).lines() {
            let (name, value) = line.split_once('=').unwrap_or_default();
            let is_withheld = WITHHELD.iter().any(|(withheld, _)| *withheld == name);
            assert!(!is_withheld, "a scraper has {name}");
            if name == "CLIPMETER_RUN_TOKEN" {
                tokens.push(value.to_owned());
            }
        }
    }
    assert!(tokens.len() > 1, "scrapers were started");
    tokens
}

async fn add_sessions(admin: &Admin, collected_output: &mut CollectedOutput) {
    const FORM: &str = "multipart/form-data; boundary=XX";
    let form = |name: &str| {
        let head = "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=";
        format!(
            "{head}\"{name}\"\r\n\r\n{}\n{}\r\n--XX--\r\n",
            SESSIONS[3], SESSIONS[4]
        )
    };
    let path = "/scraping/sessions";
    for (path, media_type, body) in [
        (
            path,
            "application/json",
            json!({"sessions": [SESSIONS[0]]}).to_string(),
        ),
        (
            path,
            "application/json",
            json!({"sessions": SESSIONS[1]}).to_string(),
        ),
        ("/scraping/sessions/bulk", "text/plain", SESSIONS[2].to_owned()),
        ("/scraping/sessions/upload", FORM, form("sessions.txt")),
    ] {
        let response = admin.send(Method::POST, path, media_type, body).await;
        assert_eq!(response.status(), StatusCode::OK);
        let response: Value = response.json().await.unwrap();
        assert_eq!(response["added"], 1, "{response}");
    }
    let list = admin.get(path).await;
    assert_eq!(list["total"], 4);

    let all = SESSIONS.join("\n");
    for (path, media_type, body) in [
        (
            path,
            "application/json",
            json!({"sessions": {&all: 1}}).to_string(),
        ),
        (path, "application/json", json!({&all: []}).to_string()),
        (path, "application/json", json!(all).to_string()),
        (path, "application/json", format!("{{\"sessions\": [{all}")),
        (path, "text/plain", all.clone()),
        ("/scraping/sessions/bulk", "application/json", all.clone()),
        ("/scraping/sessions/bulk", "text/plain", format!("{all}\n\0")),
        ("/scraping/sessions/upload", FORM, form("sessions.csv")),
        (
            "/scraping/sessions/upload",
            FORM,
            form("sessions.txt").replace("XX--", ""),
        ),
    ] {
        collected_output
            .refused(admin, Method::POST, path, media_type, body)
            .await;
    }
    collected_output
        .refused(
            admin,
            Method::DELETE,
            "/scraping/sessions/99",
            "text/plain",
            String::new(),
        )
        .await;
}

/// Adds users and a proxy, some of them in ways that are refused. Returns the password that was generated for a user.
async fn add_users_and_proxy(admin: &Admin, collected_output: &mut CollectedOutput) -> String {
    const JSON: &str = "application/json";
    let group = admin.post("/groups", json!({"name": "Vault"})).await["id"].clone();
    let users = format!("/groups/{group}/users");
    let vera = json!({"username": "vera", "email": "vera@example.com", "password": MEMBER_PASSWORD});
    admin.post(&users, vera.clone()).await;
    let zoe = json!({"username": "zoe", "email": "zoe@example.com"});
    let generated = admin.post(&users, zoe).await["password"]
        .as_str()
        .unwrap()
        .to_owned();
    let proxy = |scheme: &str| json!({"name": scheme, "url": format!("{scheme}://ann:{OTHER_PASSWORD}@proxy.example:1080")});
    admin.post("/scraping/proxies", proxy("socks5")).await;
    let guess = json!({"current_password": WRONG_PASSWORD, "new_password": MEMBER_PASSWORD});
    for (path, body) in [
        (users.as_str(), vera),
        (
            users.as_str(),
            json!({"username": "two words", "email": "x@example.com", "password": MEMBER_PASSWORD}),
        ),
        (
            users.as_str(),
            json!({"username": "yan", "email": "y@example.com", "password": [MEMBER_PASSWORD]}),
        ),
        ("/scraping/proxies", proxy("socks5")),
        ("/scraping/proxies", proxy("ftp")),
        ("/scraping/proxies", json!({"name": "p", "url": [OTHER_PASSWORD]})),
        ("/auth/password", guess),
    ] {
        collected_output
            .refused(admin, Method::POST, path, JSON, body.to_string())
            .await;
    }
    generated
}

/// Returns a backup of the running program without its compression.
fn backup(data: &Path, file: &Path) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_clipmeter"))
        .arg("backup")
        .arg(file)
        .arg("--data-dir")
        .arg(data)
        .env_remove("DATABASE_URL")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let backup = fs::read(file).unwrap();
    let compressed = backup.splitn(3, |byte| *byte == b'\n').nth(2).unwrap();
    let mut content = Vec::new();
    GzDecoder::new(compressed).read_to_end(&mut content).unwrap();
    content
}

/// Scrapes all accounts repeatedly while the platform rejects the sessions in every way.
async fn scrape(admin: &Admin, simulator: &str) {
    let http = http();
    let group = admin.post("/groups", json!({"name": "Secrecy"})).await["id"].clone();
    let accounts = http
        .get(format!("{simulator}/__simulator/accounts"))
        .send()
        .await
        .unwrap();
    let accounts: Vec<Value> = accounts.json().await.unwrap();
    for account in accounts {
        let path = format!("/{}/accounts", account["platform"].as_str().unwrap());
        let body = json!({"username": account["username"], "group_id": group});
        admin.post(&path, body).await;
    }
    for fault in FAULTS {
        // An endpoint that is only requested with sessions: only the profile is requested anonymously first.
        let rule = json!({"fault": fault, "path_prefix": "/graphql/query", "times": 1});
        let response = http
            .post(format!("{simulator}/__simulator/faults"))
            .json(&rule)
            .send()
            .await;
        response.unwrap().error_for_status().unwrap();
        eventually(fault, async || {
            admin
                .post("/instagram/scrape-all", json!({"group_id": group}))
                .await;
            let state = http.get(format!("{simulator}/__simulator/state")).send().await;
            let state: Value = state.ok()?.json().await.ok()?;
            (state["requests"]["injected_faults"][fault] == 1).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn asvs_16_2_5_program_output_contains_no_secrets() {
    let (place, aside) = (folder(), folder());
    let data = place.path().join("data");
    let log = |name: &str| File::create(place.path().join(name)).unwrap();
    let (scraper, environments) = noting_scraper(aside.path());
    let mut simulator = Service::start(
        Command::new(program("simulator"))
            .args(["--clock-speed", "0", "--seed", "7", "--accounts", "6"])
            .env("RUST_LOG", "trace")
            .stderr(log("simulator.log")),
    );
    let mut service = Service::start(
        clipmeter(&data, &simulator.url)
            .env("RUST_LOG", "trace")
            .env("CLIPMETER_LOG", "trace")
            .env("CLIPMETER_SCRAPER", scraper)
            .envs(WITHHELD)
            .stderr(log("clipmeter.log")),
    );
    let mut collected_output = CollectedOutput {
        refusals: Vec::new(),
        tables: String::new(),
        files: Vec::new(),
    };
    let admin = Admin::sign_in(&service.url).await;
    for body in [
        json!({"username": "admin", "password": WRONG_PASSWORD}),
        json!({"username": WRONG_PASSWORD, "password": {WRONG_PASSWORD: 1}}),
    ] {
        collected_output
            .refused(
                &admin,
                Method::POST,
                "/auth/login",
                "application/json",
                body.to_string(),
            )
            .await;
    }
    add_sessions(&admin, &mut collected_output).await;
    let generated = add_users_and_proxy(&admin, &mut collected_output).await;
    scrape(&admin, &simulator.url).await;
    collected_output.tables = dump(&data).await;
    assert!(
        collected_output.tables.contains("challenge_required"),
        "a session got the fault"
    );
    let backup = backup(&data, &aside.path().join("backup"));
    for path in ["/scraping/sessions/1", "/scraping/sessions/all"] {
        let response = admin
            .send(Method::DELETE, path, "text/plain", String::new())
            .await;
        assert_eq!(response.status(), StatusCode::OK);
    }
    for program in [&mut service, &mut simulator] {
        program.signal(Signal::TERM);
        program.ended().await;
        collected_output.refusals.push(program.said());
    }

    collected_output.files = files(place.path());
    assert!(
        memchr::memmem::find(&backup, b"sessions.add").is_some(),
        "the backup is searched without its compression"
    );
    collected_output.files.push((PathBuf::from("the backup"), backup));

    let known = [
        "TRACE",
        "sessions.add",
        "sessions_leased_run_id_key",
        "invalid_credentials",
        "/api/scraping/sessions/upload",
    ];
    for text in known {
        assert!(
            collected_output.find(text).is_some(),
            "the search is blind: {text} is nowhere"
        );
    }
    let tokens = tokens_of(&environments);
    let tokens = tokens.iter().map(String::as_str).chain([admin.token()]);
    let signatures = tokens.filter_map(|token| token.rsplit('.').next());
    let decoded = SESSIONS.map(|session| session.replace("%3A", ":").replace("%3a", ":"));
    let parts = decoded.iter().flat_map(|session| session.split([':', ' ']));
    let passwords = [
        PASSWORD,
        WRONG_PASSWORD,
        MEMBER_PASSWORD,
        OTHER_PASSWORD,
        &generated,
    ];
    // Long enough not to occur by chance, and the same in both spellings.
    let parts = parts.filter(|part| part.len() > 12);
    for secret in signatures.chain(parts).chain(passwords) {
        assert_eq!(collected_output.find(secret), None, "{secret} was written");
        let digits: Vec<String> = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            collected_output.find(&digits.concat()),
            None,
            "{secret} was written down in digits"
        );
    }
}

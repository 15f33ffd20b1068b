//! Random query strings and uploads: accepted or refused with a documented status, never an error of the server.

use http::Method;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::callers::{Callers, Role, bearer};
use super::rows;
use crate::support::{World, run};

/// Query strings for each operation.
const QUERIES: usize = 8;

/// Uploads to each operation.
const UPLOADS: usize = 60;

/// Texts that an application that builds SQL, paths, HTML or logs from its input would misunderstand.
const HOSTILE: [&str; 14] = [
    "'",
    "'; DROP TABLE posts; --",
    "\" OR 1=1",
    "1) UNION SELECT password_hash FROM users --",
    "$1",
    "%",
    "_\\",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "\r\nx-injected: 1",
    "\u{0}",
    "\u{202e}\u{feff}",
    "9223372036854775808",
    "-1",
];

fn runner(seed: u8) -> TestRunner {
    let seed = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    TestRunner::new_with_rng(Config::default(), seed)
}

fn some<T: std::fmt::Debug>(runner: &mut TestRunner, strategy: &impl Strategy<Value = T>) -> T {
    strategy.new_tree(runner).unwrap().current()
}

fn value() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        1 => select(HOSTILE.to_vec()).prop_map(|text| text.as_bytes().to_vec()),
        1 => "\\PC{0,40}".prop_map(String::into_bytes),
        // Half of them fit a parameter, so that some calls read the database.
        3 => "[0-9]{1,4}|20[0-9]{2}-[01][0-9]-[0-3][0-9]|views|asc|desc|group".prop_map(String::into_bytes),
        1 => vec(any::<u8>(), 0..20),
    ]
}

/// Encodes every byte, so that any bytes form a URI.
fn encoded(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| format!("%{byte:02X}"))
        .collect::<Vec<_>>()
        .concat()
}

/// Counts that no reading changes.
const KEPT: &str = "SELECT (SELECT count(*) FROM users) * 1000000 + (SELECT count(*) FROM groups) * 1000
                         + (SELECT count(*) FROM posts)";

#[test]
fn asvs_1_2_4_random_query_strings_are_answered_as_documented() {
    run(async {
        let callers = Callers::new().await;
        let fixtures = callers.fixtures(Role::Admin).await;
        let authorization = bearer(callers.token(Role::Admin));
        let kept = callers.world.count(KEPT).await;
        let mut runner = runner(11);
        let (mut answered, mut refused) = (0, 0);
        for (operation, row) in rows() {
            if operation.method != Method::GET || operation.query.is_empty() {
                continue;
            }
            let names = select(operation.query.clone());
            let parameters = vec((names, value()), 1..3);
            for _ in 0..QUERIES {
                let parameters = some(&mut runner, &parameters);
                let pairs: Vec<_> = parameters
                    .iter()
                    .map(|(name, value)| format!("{name}={}", encoded(value)))
                    .collect();
                let query = format!("?{}", pairs.join("&"));
                let response = callers
                    .call(&authorization, operation, row, &fixtures, &query)
                    .await;
                let status = response.status.as_u16();
                assert!(status < 500, "{} with {query}: {response:?}", row.id);
                operation.assert_documented(&response);
                if status < 400 {
                    answered += 1;
                } else {
                    refused += 1;
                }
                assert!(!response.headers.contains_key("x-injected"), "{query}");
            }
        }
        assert!(
            answered > 5 && refused > 20,
            "{answered} answered, {refused} refused"
        );
        assert_eq!(callers.world.count(KEPT).await, kept);
    });
}

/// A part of an upload: lines that are sessions or nearly, in an encoding that may be wrong.
fn content() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        "[0-9]{1,12}(:|%3A)[A-Za-z0-9_-]{1,30}(:|%3a)[0-9]{1,2}".prop_map(String::into_bytes),
        "\\PC{0,30}".prop_map(String::into_bytes),
        vec(any::<u8>(), 0..30),
        Just("\u{feff}".as_bytes().to_vec()),
    ];
    let end = select(vec!["\n", "\r\n", "\r", "", "\r\n--x\r\n"]);
    vec((line, end), 0..6).prop_map(|lines| {
        let bytes = lines
            .into_iter()
            .map(|(line, end)| [&line[..], end.as_bytes()].concat());
        bytes.collect::<Vec<_>>().concat()
    })
}

/// A form as a client may write it: names, parts and boundaries that may be missing or repeated.
fn form() -> impl Strategy<Value = Vec<u8>> {
    let head = select(vec![
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"sessions.txt\"\r\n\r\n",
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n",
        "--x\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\n",
        "--x\r\nContent-Disposition: form-data; filename*=UTF-8''%2e%2e%2fa.txt; name=\"file\"\r\n\r\n",
        "--x\r\nContent-Disposition\r\n\r\n",
        "--x\r\n\r\n",
        "",
    ]);
    let end = select(vec!["\r\n--x--\r\n", "\r\n--x--", "\r\n", ""]);
    (vec((head, content()), 1..3), end).prop_map(|(parts, end)| {
        let parts = parts
            .into_iter()
            .map(|(head, content)| [head.as_bytes(), &content[..]].concat());
        [
            parts.collect::<Vec<_>>().join(&b"\r\n"[..]),
            end.as_bytes().to_vec(),
        ]
        .concat()
    })
}

#[test]
fn asvs_5_2_2_random_uploads_are_read_entirely_or_refused() {
    run(async {
        let world = World::new().await;
        let mut runner = runner(12);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..UPLOADS {
            let requests = [
                (
                    "/api/scraping/sessions/upload",
                    "multipart/form-data; boundary=x",
                    some(&mut runner, &form()),
                ),
                (
                    "/api/scraping/sessions/bulk",
                    "text/plain",
                    some(&mut runner, &content()),
                ),
                (
                    "/api/scraping/sessions",
                    "application/json",
                    some(&mut runner, &content()),
                ),
            ];
            for (path, kind, body) in requests {
                let before = world.count("SELECT count(*) FROM sessions").await;
                let request = World::request(Method::POST, &world.admin, path).header("content-type", kind);
                let sent = String::from_utf8_lossy(&body).into_owned();
                let response = world.send(request.body(body.into()).unwrap()).await;
                let after = world.count("SELECT count(*) FROM sessions").await;
                match response.status.as_u16() {
                    200 => {
                        read += 1;
                        assert_eq!(response.json["added"], after - before, "{sent:?}: {response:?}");
                    }
                    400 | 415 | 422 => {
                        refused += 1;
                        assert_eq!(after, before, "{sent:?}: {response:?}");
                    }
                    _ => panic!("{path} with {sent:?}: {response:?}"),
                }
            }
        }
        assert!(read > 5 && refused > 60, "{read} {refused}");
        let list = world
            .get(&world.admin, "/api/scraping/sessions?per_page=100")
            .await
            .ok();
        for session in list["sessions"].as_array().unwrap() {
            let value = session.as_str().unwrap();
            let is_plain = value
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && !b"\",;\\".contains(&byte));
            assert!(is_plain && value.contains("%3A"), "{value}");
        }
    });
}

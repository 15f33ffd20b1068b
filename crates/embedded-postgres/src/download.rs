//! Downloads the server's programs: a JAR from Maven Central with one compressed archive in it.

use std::fmt::Write as _;
use std::io::{Cursor, Read as _};
use std::path::Path;
use std::time::Duration;

use liblzma::read::XzDecoder;
use sha2::{Digest as _, Sha256};

/// The exact version, so that a laptop, a test and a cluster run the same server.
pub(crate) const VERSION: &str = "18.6.0";

const REPOSITORY: &str = "https://repo1.maven.org/maven2/io/zonky/test/postgres";

/// The supported systems, with their names in Rust and in the repository, and the SHA-256 of the file.
const BUILDS: [(&str, &str, &str, &str); 4] = [
    (
        "linux",
        "x86_64",
        "linux-amd64",
        "008ee189eaa7ca2b58bd01dd950291e638b998392cf982297acd4779ec898ac1",
    ),
    (
        "linux",
        "aarch64",
        "linux-arm64v8",
        "5f54e016723afa6213925a8acb939bac52944b1d348f65c7a20f0cd2928c31be",
    ),
    (
        "macos",
        "aarch64",
        "darwin-arm64v8",
        "8f6ed6f38195b50a40712ada8b2a12060b6193c1a6977a6eb5cff053bb5a1b89",
    ),
    (
        "macos",
        "x86_64",
        "darwin-amd64",
        "690941008aac9ee360820fde9bb7870a4f3dcac5e9e2f9e45e42333a436ad0f9",
    ),
];

/// Delays before the second and the third attempt.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum silence during the download of 15 MB.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// Downloads the programs for this machine and unpacks them into `folder`. The error message is meant for users.
pub(super) async fn download(folder: &Path) -> Result<(), String> {
    let (_, _, build, sha256) = BUILDS
        .into_iter()
        .find(|(os, arch, ..)| (*os, *arch) == (std::env::consts::OS, std::env::consts::ARCH))
        .ok_or("there is no build for this system")?;
    let name = format!("embedded-postgres-binaries-{build}");
    let url = format!("{REPOSITORY}/{name}/{VERSION}/{name}-{VERSION}.jar");
    let mut delays = RETRY_DELAYS.into_iter();
    let jar = loop {
        match fetch(&url).await {
            Ok(jar) => break jar,
            Err(error) => match delays.next().filter(|_| is_transient(&error)) {
                Some(delay) => tokio::time::sleep(delay).await,
                None => return Err(reason(&error)),
            },
        }
    };
    let found = hex(&Sha256::digest(&jar));
    if found != sha256 {
        return Err(format!(
            "{url} has the SHA-256 {found}, expected {sha256}; the file is damaged or was replaced"
        ));
    }
    let folder = folder.to_owned();
    tokio::task::spawn_blocking(move || unpack(&jar, &folder))
        .await
        .map_err(|error| error.to_string())?
}

async fn fetch(url: &str) -> reqwest::Result<Vec<u8>> {
    // An error means that a provider is already installed for the process.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .read_timeout(READ_TIMEOUT)
        .build()?;
    let response = client.get(url).send().await?.error_for_status()?;
    Ok(response.bytes().await?.into())
}

fn is_transient(error: &reqwest::Error) -> bool {
    error.status().is_none_or(|status| status.is_server_error())
}

/// Formats the error with its causes, because the error alone only states that the request failed.
fn reason(error: &reqwest::Error) -> String {
    let mut reason = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        reason = format!("{reason}: {error}");
        cause = error.source();
    }
    reason
}

fn unpack(jar: &[u8], folder: &Path) -> Result<(), String> {
    let mut jar = zip::ZipArchive::new(Cursor::new(jar)).map_err(|error| error.to_string())?;
    let place = (0..jar.len())
        .find(|place| {
            let name = jar.name_for_index(*place).and_then(Result::ok);
            name.is_some_and(|name| name.ends_with(".txz"))
        })
        .ok_or("the file has no archive in it")?;
    let mut archive = Vec::new();
    jar.by_index(place)
        .map_err(|error| error.to_string())?
        .read_to_end(&mut archive)
        .map_err(|error| error.to_string())?;
    tar::Archive::new(XzDecoder::new(&*archive))
        .unpack(folder)
        .map_err(|error| format!("cannot unpack it: {error}"))
}

/// Formats each byte as two lower-case digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

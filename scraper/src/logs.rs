//! Logging to standard error. Only this program's own lines: the most verbose levels of libraries print headers, which contain
//! secrets.

use tracing_subscriber::EnvFilter;

/// Log level of this program's own lines: `error`, `warn`, `info`, `debug` or `trace`.
const VARIABLE: &str = "CLIPMETER_LOG";

/// Starts logging for the whole process. Lines are JSON if `CLIPMETER_LOG_FORMAT=json`, otherwise plain text.
pub fn start() {
    let level = std::env::var(VARIABLE).unwrap_or_default();
    let level = match level.trim().to_lowercase().as_str() {
        known @ ("error" | "warn" | "info" | "debug" | "trace") => known.to_owned(),
        _ => "info".to_owned(),
    };
    let filter = EnvFilter::new(format!("error,clipmeter_scraper={level}"));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // Reporting on standard error that standard error has no reader would end the task that logs.
        .log_internal_errors(false);
    let is_json = std::env::var("CLIPMETER_LOG_FORMAT").is_ok_and(|format| format == "json");
    // A second initialization, as in tests, keeps the first one's settings.
    let _ = if is_json {
        lines.json().try_init()
    } else {
        lines.with_ansi(false).try_init()
    };
}

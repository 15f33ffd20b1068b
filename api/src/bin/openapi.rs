//! Writes the OpenAPI document to standard output.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let document = clipmeter_api::http::openapi_json()?;
    std::io::stdout().write_all(document.as_bytes())
}

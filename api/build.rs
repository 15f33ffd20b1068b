//! Declares the build's inputs to cargo and embeds the web app if it has been built.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Result;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Where the web app's build puts its files.
const WEB_APP: &str = "../web/dist";

fn main() -> Result<()> {
    // A new migration must rebuild the crate.
    println!("cargo::rerun-if-changed=migrations");

    println!("cargo::rustc-check-cfg=cfg(web_app)");
    // Cargo takes a path that does not exist for changed each time, an empty folder only once.
    fs::create_dir_all(WEB_APP)?;
    println!("cargo::rerun-if-changed={WEB_APP}");
    let folder = Path::new(WEB_APP).canonicalize()?;
    let is_built = folder.join("index.html").exists();
    if is_built {
        println!("cargo::rustc-cfg=web_app");
    }
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("web_files.rs");
    fs::write(
        target,
        if is_built {
            table(&folder)?
        } else {
            "&[]".to_owned()
        },
    )
}

/// The source of a slice of `File`. A text is there twice, as `.br` and as `.gz`; everything else is there as it is.
fn table(folder: &Path) -> Result<String> {
    let mut files = BTreeMap::new();
    collect(folder, "", &mut files)?;
    let mut source = String::from("&[\n");
    for (path, file) in &files {
        // The page is filled in for each response.
        if path == "/index.html" || file.extension().is_some_and(|extension| extension == "gz") {
            continue;
        }
        let include = |file: &Path| format!("include_bytes!({:?})", file.display().to_string());
        let (path, body) = match path.strip_suffix(".br").map(|text| (text, format!("{text}.gz"))) {
            Some((text, gzip)) => {
                let (brotli, gzip) = (include(file), include(&files[&gzip]));
                (
                    text,
                    format!("Body::Compressed {{ brotli: {brotli}, gzip: {gzip} }}"),
                )
            }
            None => (path.as_str(), format!("Body::Plain({})", include(file))),
        };
        let mut hasher = DefaultHasher::new();
        fs::read(file)?.hash(&mut hasher);
        let _ = writeln!(
            source,
            "File {{ path: {path:?}, content_type: {:?}, hash: \"{:016x}\", body: {body} }},",
            content_type(path),
            hasher.finish()
        );
    }
    source.push(']');
    Ok(source)
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &path, files)?;
        } else {
            files.insert(path, entry.path());
        }
    }
    Ok(())
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

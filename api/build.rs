//! Declares the build's inputs to cargo and embeds the web app if it has been built.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Where the web app's build puts its files.
const WEB_APP: &str = "../web/dist";

fn main() -> Result<()> {
    println!("cargo::rustc-check-cfg=cfg(web_app)");
    // Cargo takes a path that does not exist for changed each time, an empty folder only once.
    fs::create_dir_all(WEB_APP)?;
    println!("cargo::rerun-if-changed={WEB_APP}");
    let folder = Path::new(WEB_APP).canonicalize()?;
    let is_built = folder.join("index.html").exists();
    if is_built {
        println!("cargo::rustc-cfg=web_app");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let table = if is_built {
        table(&folder, &out)?
    } else {
        "&[]".to_owned()
    };
    fs::write(out.join("web_files.rs"), table)
}

/// Returns the source of a slice of `File`. Text files are included twice, as `.br` and as `.gz`; other files are included unchanged.
fn table(folder: &Path, out: &Path) -> Result<String> {
    // Copied, because checkouts that share a target folder also share this output.
    let copies = out.join("web");
    match fs::remove_dir_all(&copies) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut files = BTreeMap::new();
    copy(folder, &copies, "", &mut files)?;
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
                    format!("FileBody::Compressed {{ brotli: {brotli}, gzip: {gzip} }}"),
                )
            }
            None => (
                path.as_str(),
                format!("FileBody::Uncompressed({})", include(file)),
            ),
        };
        let mut hasher = DefaultHasher::new();
        fs::read(file)?.hash(&mut hasher);
        let _ = writeln!(
            source,
            "StaticFile {{ path: {path:?}, content_type: {:?}, hash: \"{:016x}\", body: {body} }},",
            content_type(path),
            hasher.finish()
        );
    }
    source.push(']');
    Ok(source)
}

/// Copies a folder and adds its files to `files`: the path in a URL, and where the copy is.
fn copy(folder: &Path, to: &Path, prefix: &str, files: &mut BTreeMap<String, PathBuf>) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target, &path, files)?;
        } else {
            fs::copy(entry.path(), &target)?;
            files.insert(path, target);
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

//! Tells cargo which files outside of the sources are input of the build, and takes the web app in when it is built.

use std::path::Path;

/// Where the web app's build puts its files.
const WEB_APP: &str = "../web/dist";

fn main() -> std::io::Result<()> {
    // A new migration must rebuild the crate.
    println!("cargo::rerun-if-changed=migrations");

    println!("cargo::rustc-check-cfg=cfg(web_app)");
    // Cargo takes a path that does not exist for changed each time, an empty folder only once.
    std::fs::create_dir_all(WEB_APP)?;
    println!("cargo::rerun-if-changed={WEB_APP}");
    if Path::new(WEB_APP).join("index.html").exists() {
        // Embedded in debug builds too: tests run what ships, and a pod need not see the folder of the build.
        memory_serve::load_directory_with_embed(WEB_APP, true);
        println!("cargo::rustc-cfg=web_app");
    }
    Ok(())
}

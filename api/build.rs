//! Tells cargo that the embedded migrations are input of the build: a new file must rebuild the crate.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}

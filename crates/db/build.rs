//! Declares the migrations as an input of the build: `sqlx::migrate!` alone does not notice a new file.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
}

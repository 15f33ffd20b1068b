//! The program `scraper`.

fn main() {}

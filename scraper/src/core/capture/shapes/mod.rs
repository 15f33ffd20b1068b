//! Secrets recognized by their form: email addresses, telephone numbers, IP addresses, sessions, claims.

mod mail;
mod network;
mod phone;
mod session;

/// Overwrites secrets in `to`, which is a copy of `from`.
pub(super) fn cover(from: &[u8], to: &mut [u8]) {
    mail::cover(from, to);
    network::cover(from, to);
    phone::cover(from, to);
    session::cover(from, to);
}

/// Counts the leading bytes of this kind.
fn run(bytes: &[u8], is_part: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| is_part(**byte)).count()
}

/// Counts the trailing bytes of this kind.
fn run_back(bytes: &[u8], is_part: impl Fn(u8) -> bool) -> usize {
    bytes.iter().rev().take_while(|byte| is_part(**byte)).count()
}

#[cfg(test)]
fn covered(text: &str) -> String {
    let mut to = text.as_bytes().to_vec();
    cover(text.as_bytes(), &mut to);
    String::from_utf8_lossy(&to).into_owned()
}

//! The form that names of time zones must have, and the error text for others.

/// Maximum length of a name, in characters: twice that of the longest one.
pub const MAX_LENGTH: usize = 64;

/// The form of a name, without the length: `UTC`, or a region and a place. Only the database knows which of these zones exist.
pub const PATTERN: &str = "^(UTC|[A-Z][A-Za-z]*/[A-Za-z][A-Za-z0-9_/+-]*)$";

/// Error text for another name, after the name of the field.
pub const RULE: &str = "must be the IANA name of a time zone, like Europe/Berlin, or UTC";

//! The paths of pictures in responses.

/// Returns the path of the picture with this name.
pub(crate) fn path_of(name: &str) -> String {
    format!("/api/pictures/{name}")
}

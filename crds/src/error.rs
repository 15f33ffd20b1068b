//! Errors of generating the definitions.

/// The reason why the definitions could not be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The schema of a type has no form that Kubernetes supports.
    #[error("the definition is not a document: {0}")]
    Json(#[from] serde_json::Error),
    /// The definition cannot be serialized to YAML.
    #[error("the definition cannot be written as YAML: {0}")]
    Yaml(#[from] serde_saphyr::ser::Error),
    /// A file cannot be written.
    #[error("cannot write {path}: {error}")]
    Write {
        /// Path of the file.
        path: String,
        /// The I/O error.
        error: std::io::Error,
    },
}

//! What can go wrong here.

/// Why the definitions could not be written down.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The schema of a type is none that Kubernetes has a form for.
    #[error("the definition is no document: {0}")]
    Json(#[from] serde_json::Error),
    /// The definition has no form in YAML.
    #[error("the definition cannot be written as YAML: {0}")]
    Yaml(#[from] serde_saphyr::ser::Error),
    /// A file cannot be written.
    #[error("cannot write {path}: {error}")]
    Write {
        /// The file.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
}

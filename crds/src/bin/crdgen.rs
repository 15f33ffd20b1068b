//! Writes the CRDs of all kinds as the chart's templates below the given folder.

use std::path::Path;

use clipmeter_crds::{Error, generated};

fn main() -> Result<(), Error> {
    let root = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    for file in generated()? {
        let path = Path::new(&root).join(&file.path);
        std::fs::write(&path, &file.text).map_err(|error| Error::Write {
            path: file.path,
            error,
        })?;
    }
    Ok(())
}

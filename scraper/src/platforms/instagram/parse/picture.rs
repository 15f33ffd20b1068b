//! Selection of a post's picture among those of a response.

use std::borrow::Cow;

use crate::core::parse::json::{Malformed, Reader};

/// The shortest acceptable longer edge, pixels: pictures are stored with at most that. Smaller ones are selected only without a
/// larger one.
const ENOUGH: i64 = 240;

/// Ratios of width to height that differ by more are different sections of the picture, percent.
const SAME_SHAPE: i64 = 5;

/// One size of a picture.
struct Candidate<'a> {
    /// 0 if unknown, like the height.
    width: i64,
    height: i64,
    /// Before the URL, which is decoded only if it is selected.
    url: Reader<'a>,
}

impl Candidate<'_> {
    fn edge(&self) -> i64 {
        self.width.max(self.height)
    }

    /// Returns whether the other one shows the same section.
    fn has_shape_of(&self, other: &Self) -> bool {
        let (one, two) = (
            self.width.saturating_mul(other.height),
            other.width.saturating_mul(self.height),
        );
        one.abs_diff(two).saturating_mul(100) <= one.unsigned_abs().saturating_mul(SAME_SHAPE.unsigned_abs())
    }
}

/// Reads an array of sizes of one picture, and returns the URL of the smallest one that is large enough. The first size shows the
/// whole picture, others may be cropped.
pub(super) fn smallest<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Malformed> {
    let mut whole: Option<Candidate<'a>> = None;
    let mut best: Option<Candidate<'a>> = None;
    reader.array(|reader| {
        let Some(candidate) = candidate(reader)? else {
            return Ok(());
        };
        match (&whole, &best) {
            (Some(whole), Some(best)) => {
                let is_better = if candidate.edge() >= ENOUGH {
                    best.edge() < ENOUGH || candidate.edge() < best.edge()
                } else {
                    candidate.edge() > best.edge()
                };
                if !is_better || !candidate.has_shape_of(whole) {
                    return Ok(());
                }
            }
            _ => {
                whole = Some(Candidate {
                    url: candidate.url.clone(),
                    ..candidate
                });
            }
        }
        best = Some(candidate);
        Ok(())
    })?;
    best.map_or(Ok(None), |mut best| best.url.nonempty_text())
}

fn candidate<'a>(reader: &mut Reader<'a>) -> Result<Option<Candidate<'a>>, Malformed> {
    let (mut width, mut height, mut url) = (0, 0, None);
    reader.object(|reader, key| {
        match key {
            b"width" | b"config_width" => width = reader.count()?.unwrap_or_default(),
            b"height" | b"config_height" => height = reader.count()?.unwrap_or_default(),
            b"url" | b"src" => url = Some(reader.clone()),
            _ => {}
        }
        Ok(())
    })?;
    Ok(url.map(|url| Candidate { width, height, url }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_sufficient_picture_of_same_section_is_selected() {
        let size = |width: u32, height: u32| {
            format!(r#"{{"width":{width},"height":{height},"url":"{width}x{height}"}}"#)
        };
        for (sizes, expected) in [
            (&[(1080, 1920), (320, 569), (240, 427), (84, 150)][..], "240x427"),
            (&[(540, 960), (540, 540), (320, 569), (270, 270)], "320x569"),
            (&[(150, 150), (100, 100)], "150x150"),
            (&[(100, 100), (150, 150)], "150x150"),
            (&[(0, 0), (640, 640)], "640x640"),
            (&[(0, 0), (0, 0)], "0x0"),
            (&[], ""),
        ] {
            let sizes: Vec<_> = sizes
                .iter()
                .map(|(width, height)| size(*width, *height))
                .collect();
            let json = format!("[{}]", sizes.join(","));
            let found = Reader::document(json.as_bytes(), smallest).unwrap();
            assert_eq!(found.as_deref().unwrap_or_default(), expected, "{json}");
        }
    }

    #[test]
    fn malformed_sizes_are_ignored() {
        for json in [
            r#"{"url":"x"}"#,
            r#"[1,null,"x",[],{}]"#,
            r#"[{"width":"many","url":7}]"#,
            r#"[{"width":9,"height":9,"url":null}]"#,
            r#"[{"width":9,"height":9,"url":""}]"#,
        ] {
            assert_eq!(Reader::document(json.as_bytes(), smallest), Ok(None), "{json}");
        }
    }
}

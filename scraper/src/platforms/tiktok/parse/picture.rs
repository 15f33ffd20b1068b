//! Covers of videos and avatars of accounts: URLs on the web, objects with several in the app's API.

use std::borrow::Cow;

use crate::core::parse::json::{Malformed, Reader};

/// Endings of the paths of formats that can be decoded.
const DECODABLE: [&str; 4] = [".jpeg", ".jpg", ".webp", ".png"];

/// The pictures of a video, in order of preference.
#[derive(Debug, Default)]
pub(super) struct Covers<'a> {
    smallest: Option<Cow<'a, str>>,
    cover: Option<Cow<'a, str>>,
    original: Option<Cow<'a, str>>,
    /// Whether the video has any member.
    pub(super) is_filled: bool,
}

impl<'a> Covers<'a> {
    /// Reads the object `video`.
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, Malformed> {
        let mut covers = Self::default();
        if !reader.is_object() {
            covers.is_filled = reader.is_filled()?;
            return Ok(covers);
        }
        reader.object(|reader, key| {
            covers.is_filled = true;
            match key {
                b"zoomCover" => covers.smallest = reader.member("240", url)?,
                b"cover" => covers.cover = url(reader)?,
                b"originCover" | b"origin_cover" => covers.original = url(reader)?,
                _ => {}
            }
            Ok(())
        })?;
        Ok(covers)
    }

    /// Returns the URL of the preferred picture.
    pub(super) fn first(self) -> Option<Cow<'a, str>> {
        self.smallest.or(self.cover).or(self.original)
    }
}

/// Reads `{cover: {imageURL: {urlList}}}` of a photo post.
pub(super) fn cover_of_photos<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Malformed> {
    reader.member("cover", |reader| reader.member("imageURL", url))
}

/// Reads a URL, or an object with a list of URLs of the same picture in several formats.
pub(super) fn url<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Malformed> {
    if !reader.is_object() {
        return reader.nonempty_text();
    }
    let mut found: Option<Cow<'a, str>> = None;
    reader.object(|reader, key| {
        if key == b"urlList" || key == b"url_list" {
            reader.array(|reader| {
                if found.as_deref().is_none_or(|found| !is_decodable(found)) {
                    let url = reader.nonempty_text()?;
                    found = url
                        .filter(|url| found.is_none() || is_decodable(url))
                        .or_else(|| found.take());
                }
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(found)
}

fn is_decodable(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    DECODABLE.iter().any(|ending| path.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cover_is_read_from_every_form() {
        for (json, expected) in [
            (
                r#"{"cover":"https://c","originCover":"https://o"}"#,
                Some("https://c"),
            ),
            (r#"{"originCover":"https://o","cover":""}"#, Some("https://o")),
            (
                r#"{"zoomCover":{"240":"https://z","480":"x"},"cover":"https://c"}"#,
                Some("https://z"),
            ),
            (
                r#"{"cover":{"url_list":["https://a.heic?x=.jpeg","https://b.avif","https://c.webp?x","https://d.jpeg"]}}"#,
                Some("https://c.webp?x"),
            ),
            (
                r#"{"cover":{"url_list":["https://a.heic","https://b.image"]}}"#,
                Some("https://a.heic"),
            ),
            (r#"{"cover":{"url_list":[null,7,{}]}}"#, None),
            (r#"{"cover":{"url_list":"https://c"}}"#, None),
            (r#"{"cover":null,"zoomCover":[]}"#, None),
            ("{}", None),
            ("[1]", None),
            ("null", None),
        ] {
            let covers = Reader::document(json.as_bytes(), Covers::read).unwrap();
            assert_eq!(covers.is_filled, !matches!(json, "{}" | "null"), "{json}");
            assert_eq!(covers.first().as_deref(), expected, "{json}");
        }
    }
}

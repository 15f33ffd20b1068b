//! The meta elements of a page.

use html5gum::{Token, Tokenizer};

use super::tag::{attribute, tags};

/// Maximum number of meta elements that are read. Real pages have about forty, all of them in the head.
const META_LIMIT: usize = 256;

/// The preview texts of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Metas<'p>(Vec<(&'p [u8], &'p [u8])>);

impl<'p> Metas<'p> {
    /// Collects the meta elements of a page.
    pub(crate) fn of(page: &'p [u8]) -> Self {
        let metas = tags(page, b"<meta")
            .take(META_LIMIT)
            .filter_map(|(attributes, _)| {
                let name = attribute(attributes, "property").or_else(|| attribute(attributes, "name"))?;
                Some((name, attribute(attributes, "content")?))
            });
        Self(metas.collect())
    }

    /// Returns the content of the first meta element with this property or name, entities decoded.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        let (_, content) = self.0.iter().find(|(found, _)| *found == name.as_bytes())?;
        decode(&String::from_utf8_lossy(content))
    }
}

/// Decodes the entities of an attribute's value.
fn decode(written: &str) -> Option<String> {
    let quote = if written.contains('"') { '\'' } else { '"' };
    if written.contains(quote) {
        return None; // an unquoted value with both quotes in it, which no platform sends
    }
    let tag = format!("<i title={quote}{written}{quote}>");
    // Reading a text cannot fail.
    let mut tokens = Tokenizer::new(&tag).map(|Ok(token)| token);
    tokens.find_map(|token| match token {
        Token::StartTag(tag) => {
            let title = tag.attributes.get(b"title".as_slice())?;
            Some(String::from_utf8_lossy(title).into_owned())
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metas_are_parsed_in_any_notation_with_entities_decoded() {
        let page = b"<meta charset=utf-8><meta NAME=x content=y><meta\n content='&#064;pluto &amp; \"co\" &#x1f680; >'\n property=\"og:title\"\n/><meta name=description>";
        let metas = Metas::of(page);
        assert_eq!(metas.get("og:title").as_deref(), Some("@pluto & \"co\" 🚀 >"));
        assert_eq!(metas.get("x").as_deref(), Some("y"));
        assert_eq!(metas.get("description"), None);
    }
}

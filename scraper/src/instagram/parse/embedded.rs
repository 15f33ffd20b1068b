//! The GraphQL answers that a page carries in its scripts.

use memchr::memmem;

use super::data::Data;
use crate::html::{Script, Scripts};
use crate::json::{Malformed, Reader};

/// One of these stands in a script that is worth looking into; the dozens of others are passed by it.
const MEMBERS: [&str; 4] = [
    "\"xig_polaris_media\"",
    "\"xdt_api__v1__media__shortcode__web_info\"",
    "\"xig_user_by_username\"",
    "\"xdt_shortcode_media\"",
];

/// How deep the payload is looked for: Instagram nests it about a dozen levels deep.
const DEPTH_LIMIT: usize = 48;

/// Collects the payloads of a page's scripts, up to the one that holds something; `None` when there is none.
pub(crate) fn embedded(page: &[u8]) -> Result<Option<Data<'_>>, Malformed> {
    let mut data = Data::default();
    for script in Scripts::of(page).filter(Script::is_json) {
        let Some(content) = script.content else {
            return Err(Malformed { at: page.len() });
        };
        if MEMBERS
            .iter()
            .all(|member| memmem::find(content, member.as_bytes()).is_none())
        {
            continue;
        }
        Reader::document(content, |reader| walk(reader, 0, &mut data))?;
        if data.has_content() {
            break;
        }
    }
    Ok((!data.has_no_content()).then_some(data))
}

/// Looks for `__bbox.result.data` at any place and reads each one found.
fn walk<'a>(reader: &mut Reader<'a>, depth: usize, data: &mut Data<'a>) -> Result<(), Malformed> {
    if depth > DEPTH_LIMIT {
        return reader.skip();
    }
    if reader.is_object() {
        reader.object(|reader, key| match key {
            b"result" => {
                reader.object(|reader, key| if key == b"data" { data.read(reader) } else { Ok(()) })?;
                Ok(())
            }
            _ => walk(reader, depth + 1, data),
        })?;
        return Ok(());
    }
    reader.array(|reader| walk(reader, depth + 1, data))?;
    Ok(())
}

//! GraphQL responses embedded in a page's scripts.

use memchr::memmem;

use super::data::Data;
use crate::core::parse::html::{Script, Scripts};
use crate::core::parse::json::{Malformed, Reader};

/// Members that identify a relevant script; the dozens of other scripts are skipped.
const MEMBERS: [&str; 4] = [
    "\"xig_polaris_media\"",
    "\"xdt_api__v1__media__shortcode__web_info\"",
    "\"xig_user_by_username\"",
    "\"xdt_shortcode_media\"",
];

/// How deep the payload is searched for: Instagram nests it about a dozen levels deep.
const DEPTH_LIMIT: usize = 48;

/// Collects the payloads of a page's scripts, up to the requested post; an account may be in several scripts. `None` if there is none.
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
        let mut part = Data::default();
        match Reader::document(content, |reader| walk(reader, 0, &mut part)) {
            Ok(()) => data.add(part),
            // Does not hide the account that was found before.
            Err(_) if data.has_user() => break,
            Err(error) => return Err(error),
        }
        if data.has_single() {
            break;
        }
    }
    Ok((!data.has_no_content()).then_some(data))
}

/// Searches for `__bbox.result.data` at any position and reads each occurrence.
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

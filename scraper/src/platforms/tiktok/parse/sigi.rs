//! The layout of 2022 and 2023: items by ID, with their order and the account in separate members.

use std::borrow::Cow;
use std::collections::HashMap;

use super::Report;
use super::item::item_struct;
use super::user::{UserStats, user};
use crate::core::model::{Item, Profile};
use crate::core::parse::json::{Malformed, Reader, decode};

/// The beginning of the script if it is code, which assigns the data to a variable.
const VARIABLES: [&[u8]; 2] = [b"window['SIGI_STATE']", b"window[\"SIGI_STATE\"]"];

#[derive(Default)]
struct State<'a> {
    items: HashMap<Cow<'a, str>, Item<'a>>,
    /// IDs in page order.
    order: Vec<Cow<'a, str>>,
    users: Vec<(Cow<'a, str>, Profile<'a>)>,
    stats: HashMap<Cow<'a, str>, UserStats>,
    /// The owner of the page.
    owner: Option<Cow<'a, str>>,
    code: Option<i64>,
    is_withheld: bool,
    unparsed: usize,
}

/// Reads the script; `None` if it contains neither an account nor an item nor a status.
pub(super) fn sigi(content: &[u8]) -> Result<Option<Report<'_>>, Malformed> {
    let mut state = State::default();
    match assigned(content) {
        Some(value) => Reader::leading(value, |reader| state.read(reader))?,
        None => Reader::document(content, |reader| state.read(reader))?,
    }
    Ok(state.report())
}

/// Returns what follows the assignment at the beginning of code; `None` if the script is only data.
fn assigned(content: &[u8]) -> Option<&[u8]> {
    let content = content.trim_ascii_start();
    let value = VARIABLES
        .into_iter()
        .find_map(|variable| content.strip_prefix(variable))?;
    value.trim_ascii_start().strip_prefix(b"=")
}

impl<'a> State<'a> {
    fn read(&mut self, reader: &mut Reader<'a>) -> Result<(), Malformed> {
        reader.object(|reader, key| self.member(reader, key))?;
        Ok(())
    }

    fn member(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<(), Malformed> {
        match key {
            b"ItemModule" => {
                reader.object(|reader, _| {
                    match item_struct(reader)? {
                        Some(found) => {
                            self.is_withheld = found.is_withheld;
                            self.items.insert(found.item.id.clone(), found.item);
                        }
                        None => self.unparsed += 1,
                    }
                    Ok(())
                })?;
            }
            b"ItemList" => {
                reader.member("user-post", |reader| {
                    reader.member("list", |reader| {
                        reader.array(|reader| {
                            self.order.extend(reader.id()?);
                            Ok(())
                        })?;
                        Ok(Some(()))
                    })
                })?;
            }
            b"UserModule" => {
                reader.object(|reader, key| self.user_module(reader, key))?;
            }
            b"UserPage" | b"VideoPage" => {
                reader.object(|reader, key| {
                    match key {
                        b"uniqueId" => self.owner = reader.nonempty_text()?,
                        b"statusCode" => self.code = reader.integer()?.or(self.code),
                        _ => {}
                    }
                    Ok(())
                })?;
            }
            _ => {}
        }
        Ok(())
    }

    fn user_module(&mut self, reader: &mut Reader<'a>, key: &[u8]) -> Result<(), Malformed> {
        match key {
            b"users" => {
                reader.object(|reader, name| {
                    self.users
                        .extend(user(reader)?.map(|profile| (decode(name), profile)));
                    Ok(())
                })?;
            }
            b"stats" => {
                reader.object(|reader, name| {
                    self.stats
                        .extend(UserStats::read(reader)?.map(|stats| (decode(name), stats)));
                    Ok(())
                })?;
            }
            _ => {}
        }
        Ok(())
    }

    fn report(mut self) -> Option<Report<'a>> {
        if self.items.is_empty() && self.users.is_empty() && self.code.is_none() {
            return None;
        }
        let mut items: Vec<_> = self.order.iter().filter_map(|id| self.items.remove(id)).collect();
        // Items missing from the order come last, newest first.
        let mut rest: Vec<_> = self.items.into_values().collect();
        rest.sort_by(|one, other| (other.id.len(), &other.id).cmp(&(one.id.len(), &one.id)));
        items.extend(rest);
        let owner = self
            .owner
            .or_else(|| items.first().and_then(|item| item.username.clone()));
        let index = self
            .users
            .iter()
            .position(|(name, _)| owner.as_ref() == Some(name))
            .unwrap_or(0);
        let profile = (index < self.users.len()).then(|| {
            let (name, mut profile) = self.users.swap_remove(index);
            UserStats::fill(
                None,
                self.stats.get(&name).copied().unwrap_or_default(),
                &mut profile,
            );
            profile
        });
        let is_classified = self.is_withheld && items.len() == 1;
        Some(Report {
            code: self.code,
            profile,
            items: Some(items),
            is_classified,
            unparsed: self.unparsed,
            ..Report::default()
        })
    }
}

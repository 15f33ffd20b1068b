//! A cursor through a JSON document.

use std::borrow::Cow;

use super::scan::{container_end, string_end};
use super::text::decode;
use super::whole_number;
use crate::core::model::{Scalar, is_id};

/// Maximum number of elements read of one object or array. Lists have fifty, the scripts of pages a few thousand at one level;
/// megabytes of tiny elements would each take a hundred times their length in memory.
pub(crate) const MAX_ELEMENTS: usize = 20_000;

/// The document is cut off, is not JSON, or has more than [`MAX_ELEMENTS`] in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid JSON at byte {at}")]
pub(crate) struct Malformed {
    /// Position of the error.
    pub(crate) at: usize,
}

type Result<T, E = Malformed> = std::result::Result<T, E>;

/// A cursor before a value. Every read method consumes the whole value, regardless of its type, so that the cursor is after it;
/// a value of another type than requested returns `None`.
#[derive(Debug, Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads a whole document with `read`; its single value may be followed only by white space.
    pub(crate) fn document<T>(bytes: &'a [u8], read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let mut reader = Self { bytes, at: 0 };
        let value = read(&mut reader)?;
        match reader.next() {
            None => Ok(value),
            Some(_) => Err(reader.malformed()),
        }
    }

    /// Reads the value at the beginning of `bytes` with `read`; anything may follow it.
    pub(crate) fn leading<T>(bytes: &'a [u8], read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        read(&mut Self { bytes, at: 0 })
    }

    fn malformed(&self) -> Malformed {
        Malformed { at: self.at }
    }

    /// Skips white space and returns the next byte.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        loop {
            match *self.bytes.get(self.at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    pub(crate) fn is_object(&mut self) -> bool {
        self.next() == Some(b'{')
    }

    /// Reads an object: `member` gets each raw key, with the reader before its value. Values that it does not read are
    /// skipped. Returns `false` if the value is not an object.
    #[inline]
    pub(crate) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, &'a [u8]) -> Result<()>,
    ) -> Result<bool> {
        if self.next() != Some(b'{') {
            self.skip()?;
            return Ok(false);
        }
        self.at += 1;
        if self.next() == Some(b'}') {
            self.at += 1;
            return Ok(true);
        }
        for _ in 0..MAX_ELEMENTS {
            if self.next() != Some(b'"') {
                return Err(self.malformed());
            }
            let key = self.string()?;
            if self.next() != Some(b':') {
                return Err(self.malformed());
            }
            self.at += 1;
            self.element(|reader| member(reader, key))?;
            if self.closes(b'}')? {
                return Ok(true);
            }
        }
        Err(self.malformed())
    }

    /// Reads an array: `element` is called before each of its elements. Elements that it does not read are skipped.
    /// Returns `false` if the value is not an array.
    #[inline]
    pub(crate) fn array(&mut self, mut element: impl FnMut(&mut Self) -> Result<()>) -> Result<bool> {
        if self.next() != Some(b'[') {
            self.skip()?;
            return Ok(false);
        }
        self.at += 1;
        if self.next() == Some(b']') {
            self.at += 1;
            return Ok(true);
        }
        for _ in 0..MAX_ELEMENTS {
            self.element(&mut element)?;
            if self.closes(b']')? {
                return Ok(true);
            }
        }
        Err(self.malformed())
    }

    #[inline]
    fn element(&mut self, read: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.next();
        let before = self.at;
        read(self)?;
        if self.at == before { self.skip() } else { Ok(()) }
    }

    /// Returns whether the container ends after an element, or continues after a comma.
    #[inline]
    fn closes(&mut self, bracket: u8) -> Result<bool> {
        let next = self.next();
        if next != Some(b',') && next != Some(bracket) {
            return Err(self.malformed());
        }
        self.at += 1;
        Ok(next == Some(bracket))
    }

    /// Skips a value of any type.
    #[inline]
    pub(crate) fn skip(&mut self) -> Result<()> {
        match self.next() {
            Some(b'"') => {
                self.string()?;
            }
            Some(b'{' | b'[') => {
                self.at = container_end(self.bytes, self.at + 1).ok_or(Malformed { at: self.bytes.len() })?;
            }
            _ => {
                self.literal()?;
            }
        }
        Ok(())
    }

    /// Returns the raw content of a string. The reader is before its opening quote.
    #[inline]
    fn string(&mut self) -> Result<&'a [u8]> {
        let from = self.at + 1;
        let end = string_end(self.bytes, from).ok_or(Malformed { at: self.bytes.len() })?;
        self.at = end + 1;
        Ok(&self.bytes[from..end])
    }

    /// Returns a number, `true`, `false` or `null` as written.
    #[inline]
    fn literal(&mut self) -> Result<&'a str> {
        self.next();
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest
            .iter()
            .position(|byte| !matches!(byte, b'0'..=b'9' | b'a'..=b'z' | b'+' | b'-' | b'.' | b'E'))
            .unwrap_or(rest.len());
        let text = std::str::from_utf8(&rest[..length]).unwrap_or_default();
        let known = match text.as_bytes() {
            [b'-' | b'0'..=b'9', ..] => true,
            word => matches!(word, b"true" | b"false" | b"null"),
        };
        if !known {
            return Err(self.malformed());
        }
        self.at += length;
        Ok(text)
    }

    /// Reads a string.
    pub(crate) fn text(&mut self) -> Result<Option<Cow<'a, str>>> {
        if self.next() == Some(b'"') {
            return Ok(Some(decode(self.string()?)));
        }
        self.skip()?;
        Ok(None)
    }

    /// Reads a string that is not empty.
    pub(crate) fn nonempty_text(&mut self) -> Result<Option<Cow<'a, str>>> {
        Ok(self.text()?.filter(|text| !text.is_empty()))
    }

    /// Reads an integer, written as a number or as a string.
    pub(crate) fn integer(&mut self) -> Result<Option<i64>> {
        match self.next() {
            Some(b'"') => Ok(std::str::from_utf8(self.string()?).ok().and_then(whole_number)),
            Some(b'{' | b'[') => self.skip().map(|()| None),
            _ => Ok(whole_number(self.literal()?)),
        }
    }

    /// Reads a nonnegative integer: platforms use negative counts to hide a count.
    pub(crate) fn count(&mut self) -> Result<Option<i64>> {
        Ok(self.integer()?.filter(|number| *number >= 0))
    }

    /// Reads a flag: `true`, or a number other than 0.
    pub(crate) fn flag(&mut self) -> Result<Option<bool>> {
        match self.next() {
            Some(b'"') => Ok(match self.string()? {
                b"true" | b"1" => Some(true),
                b"false" | b"0" => Some(false),
                _ => None,
            }),
            Some(b'{' | b'[') => self.skip().map(|()| None),
            _ => Ok(match self.literal()? {
                "true" => Some(true),
                "false" => Some(false),
                number => whole_number(number).map(|number| number != 0),
            }),
        }
    }

    /// Reads a platform's ID: decimal digits, written as a string or as a number. Numbers of the length of an item's ID
    /// that passed through floating point have lost digits and are rejected.
    pub(crate) fn id(&mut self) -> Result<Option<Cow<'a, str>>> {
        let raw = match self.next() {
            Some(b'"') => self.string()?,
            Some(b'{' | b'[') => return self.skip().map(|()| None),
            _ => self.literal()?.as_bytes(),
        };
        let text = String::from_utf8_lossy(raw);
        if is_id(&text) {
            return Ok(Some(text));
        }
        Ok(whole_number(&text)
            .filter(|id| *id > 0)
            .map(|id| id.to_string().into()))
    }

    /// Reads a string or an integer, to be sent back unchanged.
    pub(crate) fn scalar(&mut self) -> Result<Option<Scalar<'a>>> {
        if self.next() == Some(b'"') {
            return Ok(self.text()?.map(Scalar::Text));
        }
        Ok(self.integer()?.map(Scalar::Number))
    }

    /// Returns the value of one member of an object; the last one if the key repeats.
    pub(crate) fn member<T>(
        &mut self,
        name: &str,
        mut read: impl FnMut(&mut Self) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let mut found = None;
        self.object(|reader, key| {
            if key == name.as_bytes() {
                found = read(reader)?;
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns whether the value is a nonempty array or object.
    pub(crate) fn is_filled(&mut self) -> Result<bool> {
        let closing = match self.next() {
            Some(b'[') => b']',
            Some(b'{') => b'}',
            _ => return self.skip().map(|()| false),
        };
        let mut inside = Self {
            bytes: self.bytes,
            at: self.at + 1,
        };
        let filled = inside.next() != Some(closing);
        self.skip()?;
        Ok(filled)
    }
}

#[cfg(test)]
mod tests;

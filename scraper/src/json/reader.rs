//! A cursor through a JSON document.

use std::borrow::Cow;

use super::scan::{container_end, string_end};
use super::text::decode;
use super::whole_number;
use crate::model::{Scalar, is_id};

/// Elements of one object or array that are looked at. Lists have fifty, the scripts of pages a few thousand at one level;
/// megabytes of tiny elements would each take a hundred times their length in memory.
pub(crate) const MAX_ELEMENTS: usize = 20_000;

/// The document is cut off, is no JSON, or has more than [`MAX_ELEMENTS`] in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no usable JSON at byte {at}")]
pub(crate) struct Malformed {
    /// Where reading failed.
    pub(crate) at: usize,
}

type Result<T, E = Malformed> = std::result::Result<T, E>;

/// Stands before a value. Every method that reads takes the whole value, whatever its type is, so that the reader
/// stands behind it afterwards; a value of another type than asked for reads as `None`.
#[derive(Debug, Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads a whole document with `read`; what follows its one value must be white space.
    pub(crate) fn document<T>(bytes: &'a [u8], read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let mut reader = Self { bytes, at: 0 };
        let value = read(&mut reader)?;
        match reader.next() {
            None => Ok(value),
            Some(_) => Err(reader.malformed()),
        }
    }

    fn malformed(&self) -> Malformed {
        Malformed { at: self.at }
    }

    /// The first byte of what comes next, white space skipped.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        loop {
            match *self.bytes.get(self.at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    /// Whether the value is an object.
    pub(crate) fn is_object(&mut self) -> bool {
        self.next() == Some(b'{')
    }

    /// Reads an object: `member` gets each key, as it is written, with the reader before its value. A value that
    /// it leaves alone is skipped. `false` when the value is no object.
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

    /// Reads an array: `element` is called before each of its elements. One that it leaves alone is skipped.
    /// `false` when the value is no array.
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

    /// After an element: whether the container ends here, or goes on behind a comma.
    #[inline]
    fn closes(&mut self, bracket: u8) -> Result<bool> {
        let next = self.next();
        if next != Some(b',') && next != Some(bracket) {
            return Err(self.malformed());
        }
        self.at += 1;
        Ok(next == Some(bracket))
    }

    /// Passes a value of any type.
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

    /// The inside of a string, as it is written. The reader stands before its opening quote.
    #[inline]
    fn string(&mut self) -> Result<&'a [u8]> {
        let from = self.at + 1;
        let end = string_end(self.bytes, from).ok_or(Malformed { at: self.bytes.len() })?;
        self.at = end + 1;
        Ok(&self.bytes[from..end])
    }

    /// A number, `true`, `false` or `null`, as it is written.
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

    /// A string.
    pub(crate) fn text(&mut self) -> Result<Option<Cow<'a, str>>> {
        if self.next() == Some(b'"') {
            return Ok(Some(decode(self.string()?)));
        }
        self.skip()?;
        Ok(None)
    }

    /// A string that is not empty.
    pub(crate) fn nonempty_text(&mut self) -> Result<Option<Cow<'a, str>>> {
        Ok(self.text()?.filter(|text| !text.is_empty()))
    }

    /// A whole number, written as a number or as a string.
    pub(crate) fn integer(&mut self) -> Result<Option<i64>> {
        match self.next() {
            Some(b'"') => Ok(std::str::from_utf8(self.string()?).ok().and_then(whole_number)),
            Some(b'{' | b'[') => self.skip().map(|()| None),
            _ => Ok(whole_number(self.literal()?)),
        }
    }

    /// A whole number that is not negative: a negative count is the platforms' way to hide it.
    pub(crate) fn count(&mut self) -> Result<Option<i64>> {
        Ok(self.integer()?.filter(|number| *number >= 0))
    }

    /// A flag: `true`, or a number other than 0.
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

    /// A platform's id: decimal digits, written as a string or as a number. Numbers of the length of an item's id that
    /// went through floating point have lost digits and are no ids.
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

    /// A string or a whole number, to be handed back as it is.
    pub(crate) fn scalar(&mut self) -> Result<Option<Scalar<'a>>> {
        if self.next() == Some(b'"') {
            return Ok(self.text()?.map(Scalar::Text));
        }
        Ok(self.integer()?.map(Scalar::Number))
    }

    /// The value of one member of an object; the last one when the key repeats.
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

    /// Whether the value is an array or object with something in it.
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

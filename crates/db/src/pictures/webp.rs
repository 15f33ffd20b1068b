//! Checks an uploaded picture by its header. Pixels are never decoded here.

use clipmeter_proto::bounds::{MAX_PICTURE_BYTES, MAX_PICTURE_EDGE};

/// The header of the container, of its only chunk, and of the first frame in it.
const HEADER_LENGTH: usize = 30;

/// The upper two bits of each dimension are a scaling factor.
const DIMENSION: u16 = 0x3fff;

/// Returns whether the bytes are a WebP file of exactly one lossy frame within the limits. Such a file has no metadata, animation or
/// other chunks.
pub(crate) fn is_acceptable(bytes: &[u8]) -> bool {
    if bytes.len() < HEADER_LENGTH || bytes.len() > MAX_PICTURE_BYTES {
        return false;
    }
    let four = |at: usize| &bytes[at..at + 4];
    let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let pixels = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let payload = number(16);
    // A chunk is padded to an even length.
    let is_whole = number(4) == length - 8 && payload + payload % 2 == length - 20;
    let is_key_frame = bytes[20] & 1 == 0 && bytes[23..26] == [0x9d, 0x01, 0x2a];
    let is_small = |edge: u16| edge & DIMENSION == edge && (1..=MAX_PICTURE_EDGE).contains(&u32::from(edge));
    four(0) == b"RIFF"
        && four(8) == b"WEBP"
        && four(12) == b"VP8 "
        && is_whole
        && is_key_frame
        && is_small(pixels(26))
        && is_small(pixels(28))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with these dimensions whose frame has no data.
    fn file(width: u16, height: u16) -> Vec<u8> {
        let mut file = b"RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0\x10\0\0\x9d\x01\x2a".to_vec();
        file.extend(width.to_le_bytes());
        file.extend(height.to_le_bytes());
        file
    }

    #[test]
    fn picture_is_accepted_only_with_small_lossy_header() {
        assert!(is_acceptable(&file(240, 240)));
        assert!(is_acceptable(&file(1, 135)));
        let changed = |at: usize, byte: u8| {
            let mut file = file(240, 240);
            file[at] = byte;
            file
        };
        let mut padded = file(240, 240);
        padded.push(0);
        let mut long = file(240, 240);
        long.resize(MAX_PICTURE_BYTES + 2, 0);
        let size = u32::try_from(long.len()).unwrap();
        long[4..8].copy_from_slice(&(size - 8).to_le_bytes());
        long[16..20].copy_from_slice(&(size - 20).to_le_bytes());
        for (bytes, reason) in [
            (Vec::new(), "empty"),
            (b"\xff\xd8\xff\xe0<html>".repeat(5), "JPEG"),
            (b"<svg onload=alert(1)>".repeat(5), "markup"),
            (file(241, 240), "too wide"),
            (file(240, 241), "too high"),
            (file(0, 240), "no width"),
            (file(0x40f0, 240), "scaled"),
            (changed(0, b'X'), "not RIFF"),
            (changed(8, b'X'), "not WebP"),
            (changed(15, b'L'), "lossless"),
            (changed(15, b'X'), "extended"),
            (changed(20, 0x11), "not a key frame"),
            (changed(23, 0), "no start code"),
            (changed(4, 0x15), "wrong length of the file"),
            (changed(16, 8), "wrong length of the chunk"),
            (padded, "another chunk"),
            (long, "too long"),
        ] {
            assert!(!is_acceptable(&bytes), "{reason}");
        }
    }
}

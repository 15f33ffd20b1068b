//! Scales a picture down to a small WebP file.

use std::io::Cursor;

use clipmeter_proto::bounds::{MAX_PICTURE_BYTES, MAX_PICTURE_EDGE};
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, Rgb, RgbImage};

/// Maximum width and height of the source. The platforms' largest pictures have 2048 px.
const MAX_SOURCE_EDGE: u32 = 4096;

/// Maximum memory of a decoded source, bytes: ten megapixels in color.
const MAX_DECODED: u64 = 32 * 1024 * 1024;

/// Tried in this order until the result is short enough. Thumbnails of 240 px need more than the first only for noise.
const QUALITIES: [f32; 5] = [75.0, 60.0, 45.0, 30.0, 15.0];

/// Scales a JPEG, PNG or WebP file down to a WebP file of one lossy frame, at most 240 px wide and high and 12 KiB long. `None` if it
/// is another file, damaged, too large to decode, or remains too long. Takes milliseconds of computation.
pub(super) fn thumbnail(file: &[u8]) -> Option<Vec<u8>> {
    let picture = decode(file)?;
    let picture = if picture.width().max(picture.height()) > MAX_PICTURE_EDGE {
        picture.thumbnail(MAX_PICTURE_EDGE, MAX_PICTURE_EDGE)
    } else {
        picture
    };
    let pixels = without_alpha(picture);
    let encoder = webp::Encoder::from_rgb(pixels.as_raw(), pixels.width(), pixels.height());
    QUALITIES.iter().find_map(|quality| {
        let file = encoder.encode_simple(false, *quality).ok()?;
        (file.len() <= MAX_PICTURE_BYTES).then(|| file.to_vec())
    })
}

fn decode(file: &[u8]) -> Option<DynamicImage> {
    let format = image::guess_format(file).ok()?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP) {
        return None;
    }
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SOURCE_EDGE);
    limits.max_image_height = Some(MAX_SOURCE_EDGE);
    limits.max_alloc = Some(MAX_DECODED);
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    let (width, height) = decoder.dimensions();
    // Checked before anything is allocated, whether or not the format's decoder observes the limits.
    if width.max(height) > MAX_SOURCE_EDGE || decoder.total_bytes() > MAX_DECODED {
        return None;
    }
    let orientation = decoder.orientation().ok();
    let mut picture = DynamicImage::from_decoder(decoder).ok()?;
    if let Some(orientation) = orientation {
        picture.apply_orientation(orientation);
    }
    Some(picture)
}

/// Puts transparent pixels on white.
fn without_alpha(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let pixels = picture.into_rgba8();
    RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
        let [red, green, blue, alpha] = pixels.get_pixel(x, y).0;
        let on_white = |color: u8| {
            let (color, alpha) = (u16::from(color), u16::from(alpha));
            u8::try_from((color * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
        };
        Rgb([on_white(red), on_white(green), on_white(blue)])
    })
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    fn file(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, format).unwrap();
        file.into_inner()
    }

    /// Pixels without structure, which compress worst, with colors below a limit.
    fn noise(width: u32, height: u32, limit: u8) -> DynamicImage {
        let mut state = 7_u64;
        RgbImage::from_fn(width, height, |_, _| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let [red, green, blue, ..] = state.to_be_bytes();
            Rgb([red % limit, green % limit, blue % limit])
        })
        .into()
    }

    #[test]
    fn thumbnail_fits_limits_and_keeps_shape() {
        for (width, height, expected) in [
            (1080, 1920, (135, 240)),
            (1920, 1080, (240, 135)),
            (320, 320, (240, 240)),
            (100, 80, (100, 80)),
            (4000, 2, (240, 1)),
        ] {
            for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
                let small = thumbnail(&file(&noise(width, height, 60), format)).unwrap();
                assert!(
                    small.len() <= MAX_PICTURE_BYTES,
                    "{width}×{height} {format:?}: {}",
                    small.len()
                );
                assert_eq!(&small[..4], b"RIFF");
                assert_eq!(&small[12..16], b"VP8 ", "{width}×{height} {format:?}");
                let decoded = image::load_from_memory(&small).unwrap();
                assert_eq!((decoded.width(), decoded.height()), expected, "{format:?}");
            }
        }
    }

    #[test]
    fn quality_is_lowered_until_thumbnail_fits_or_it_is_dropped() {
        for (limit, fits_at_first, fits) in [(2, true, true), (60, false, true), (255, false, false)] {
            let picture = noise(MAX_PICTURE_EDGE, MAX_PICTURE_EDGE, limit);
            let pixels = picture.to_rgb8();
            let encoder = webp::Encoder::from_rgb(pixels.as_raw(), MAX_PICTURE_EDGE, MAX_PICTURE_EDGE);
            let first = encoder.encode_simple(false, QUALITIES[0]).unwrap();
            assert_eq!(
                first.len() <= MAX_PICTURE_BYTES,
                fits_at_first,
                "{limit}: {}",
                first.len()
            );
            assert_eq!(
                thumbnail(&file(&picture, ImageFormat::Png)).is_some(),
                fits,
                "{limit}"
            );
        }
    }

    #[test]
    fn transparent_pixels_become_white() {
        let clear = RgbaImage::from_pixel(50, 50, Rgba([0, 0, 0, 0]));
        let small = thumbnail(&file(&clear.into(), ImageFormat::Png)).unwrap();
        let pixel = image::load_from_memory(&small)
            .unwrap()
            .into_rgb8()
            .get_pixel(25, 25)
            .0;
        assert!(pixel.iter().all(|color| *color > 250), "{pixel:?}");
    }

    /// A PNG file with these dimensions in its header and no pixels.
    fn hollow(width: u32, height: u32) -> Vec<u8> {
        let mut png = file(&noise(1, 1, 255), ImageFormat::Png);
        png[16..20].copy_from_slice(&width.to_be_bytes());
        png[20..24].copy_from_slice(&height.to_be_bytes());
        let checksum = crc32(&png[12..29]);
        png[29..33].copy_from_slice(&checksum.to_be_bytes());
        png
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |checksum, byte| {
            (0..8).fold(checksum ^ u32::from(*byte), |checksum, _| {
                (checksum >> 1) ^ (0xedb8_8320 & (checksum & 1).wrapping_neg())
            })
        })
    }

    #[test]
    fn other_damaged_and_oversized_files_are_refused() {
        let jpeg = file(&noise(64, 64, 255), ImageFormat::Jpeg);
        assert!(thumbnail(&hollow(1, 1)).is_some(), "the checksum is wrong");
        for (file, reason) in [
            (Vec::new(), "empty"),
            (b"<html><title>Log in</title></html>".to_vec(), "a page"),
            (b"GIF89a\x01\0\x01\0\0\0\0;".to_vec(), "a GIF"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), "an SVG"),
            (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec(), "HEIC"),
            (jpeg[..20].to_vec(), "a cut header"),
            (hollow(60_000, 60_000), "a bomb"),
            (hollow(MAX_SOURCE_EDGE + 1, 1), "too wide"),
            (hollow(1, MAX_SOURCE_EDGE + 1), "too high"),
            (hollow(4000, 4000), "too large decoded"),
        ] {
            assert!(thumbnail(&file).is_none(), "{reason}");
        }
    }
}

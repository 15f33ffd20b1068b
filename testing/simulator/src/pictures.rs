//! The platforms' media servers: a color gradient for each path. Their requests are neither logged nor counted nor faulty, because
//! they are not requests to the platforms.

use std::io::Cursor;

use axum::http::{HeaderValue, Method, StatusCode, header};
use image::{ImageFormat, Rgb, RgbImage};
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::{request::Request, response::SimulatedResponse};

const JPEG: HeaderValue = HeaderValue::from_static("image/jpeg");

/// Hosts that the platforms serve pictures from; the simulator serves them under the same paths.
const INSTAGRAM: &str = "https://scontent.cdninstagram.com";
const TIKTOK: &str = "https://p16-sign.tiktokcdn-us.com";

/// First segments of the paths of pictures: those below, and those in recordings.
const FOLDERS: [&str; 5] = [ITEMS, AVATARS, "v", "obj", "tos-"];
const ITEMS: &str = "item-pictures";
const AVATARS: &str = "avatars";

/// Width and height, pixels. Those of items are a little larger than what is stored, so that they are scaled: encoding and scaling the
/// platforms' sizes would take most of the time of scrapes in tests.
const ITEM_SIZE: (u32, u32) = (144, 256);
const AVATAR_SIZE: (u32, u32) = (150, 150);
/// Width and height of a thumbnail, pixels. A gradient looks the same as in the size that a scraper would store, and is encoded in a
/// fiftieth of the time.
const ITEM_THUMBNAIL_SIZE: (u32, u32) = (18, 32);
const AVATAR_THUMBNAIL_SIZE: (u32, u32) = (20, 20);
/// Quality of the thumbnails, percent.
const THUMBNAIL_QUALITY: f32 = 75.0;

/// Returns the URL of a post's picture.
pub(crate) fn of_post(id: u64) -> String {
    format!("{INSTAGRAM}/{ITEMS}/{id}.jpg")
}

/// Returns the URL of a video's picture.
pub(crate) fn of_video(id: u64) -> String {
    format!("{TIKTOK}/{ITEMS}/{id}.jpeg")
}

/// Returns the URL of an Instagram account's avatar.
pub(crate) fn of_instagram_user(id: u64) -> String {
    format!("{INSTAGRAM}/{AVATARS}/{id}.jpg")
}

/// Returns the URL of a TikTok account's avatar.
pub(crate) fn of_tiktok_user(id: u64) -> String {
    format!("{TIKTOK}/{AVATARS}/{id}.jpeg")
}

/// Returns the response if the request is for a picture.
pub(crate) fn response(request: &Request) -> Option<SimulatedResponse> {
    let folder = *request.segments().first()?;
    let is_picture = FOLDERS
        .iter()
        .any(|name| folder == *name || (name.ends_with('-') && folder.starts_with(name)));
    if request.method != Method::GET || !is_picture || request.segments().len() < 2 {
        return None;
    }
    let size = if folder == AVATARS { AVATAR_SIZE } else { ITEM_SIZE };
    Some(match jpeg(&gradient(&request.path, size)) {
        Some(body) => SimulatedResponse {
            headers: vec![(header::CONTENT_TYPE, JPEG)],
            ..SimulatedResponse::html(body)
        },
        None => SimulatedResponse::plain(StatusCode::INTERNAL_SERVER_ERROR, "no picture"),
    })
}

/// Returns the WebP file that a scraper would make of the picture with this URL; `None` if the URL is invalid.
#[must_use]
pub fn thumbnail(url: &str) -> Option<Vec<u8>> {
    let url = Url::parse(url).ok()?;
    let is_avatar = url.path_segments()?.next() == Some(AVATARS);
    let size = if is_avatar {
        AVATAR_THUMBNAIL_SIZE
    } else {
        ITEM_THUMBNAIL_SIZE
    };
    let picture = gradient(url.path(), size);
    let encoder = webp::Encoder::from_rgb(picture.as_raw(), picture.width(), picture.height());
    let file = encoder.encode_simple(false, THUMBNAIL_QUALITY).ok()?;
    Some(file.to_vec())
}

/// Returns a picture with two colors that depend only on the path.
fn gradient(path: &str, (width, height): (u32, u32)) -> RgbImage {
    let colors: [u8; 32] = Sha256::digest(path).into();
    let mixed = |place: usize, y: u32| {
        let (top, bottom) = (u32::from(colors[place]), u32::from(colors[place + 3]));
        u8::try_from((top * (height - y) + bottom * y) / height).unwrap_or(u8::MAX)
    };
    RgbImage::from_fn(width, height, |_, y| Rgb([mixed(0, y), mixed(1, y), mixed(2, y)]))
}

fn jpeg(picture: &RgbImage) -> Option<Vec<u8>> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Jpeg).ok()?;
    Some(file.into_inner())
}

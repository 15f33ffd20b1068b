//! Captions: with tags, with emoji, with several lines, or empty.

use super::seeded_rng::SeededRng;

const OPENERS: &[&str] = &[
    "POV: it finally worked",
    "3 things nobody tells you about this",
    "Wait for the end",
    "Sunday reset ☕️",
    "I tried it so you don't have to",
    "Day 47 of doing this until it goes well 🫠",
    "Save this for later 🔖",
    "Nada que decir, solo mira 🔥",
    "Ein ganz normaler Dienstag",
    "これは本当に美味しい 🍜",
    "\"Just one more take\" they said",
    "Small wins count too 🎉",
    "Behind the scenes 🎬",
    "We need to talk about this…",
];

const TAGS: &[&str] = &[
    "fyp",
    "reels",
    "smallbusiness",
    "recipe",
    "ootd",
    "travel",
    "fitness",
    "diy",
    "behindthescenes",
    "learnontiktok",
    "homecafe",
    "trailrunning",
    "studio",
    "parati",
    "weekend",
    "vlog",
];

/// Items per 1000 without a caption.
const NO_CAPTION: u64 = 60;

pub(super) fn caption(rng: &mut SeededRng) -> Option<String> {
    if rng.chance(NO_CAPTION) {
        return None;
    }
    let mut text = rng.pick(OPENERS).to_owned();
    if rng.chance(150) {
        text.push_str("\n.\n.\n");
    }
    for _ in 0..rng.between(0, 5) {
        text.push_str(" #");
        text.push_str(rng.pick(TAGS));
    }
    Some(text)
}

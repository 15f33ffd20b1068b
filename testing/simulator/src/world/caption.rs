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
    "Our first 100 orders, packed by hand 📦",
    "Five minutes, one pan, no excuses",
    "The shortcut my grandmother taught me",
    "Before and after, same light, same lens 📷",
    "Rain all day, so we stayed in",
    "What 20 € buys at the market",
    "Reply to this if you have been there",
    "The trail was closed. We found another one 🥾",
    "Packing list for three days with one bag",
    "I asked ten strangers for their best tip",
    "Opening the new place on Friday 🎈",
    "How we make it, from start to finish",
    "You asked for the recipe, here it is",
    "Golden hour never gets old 🌅",
    "It took four tries and a broken tripod",
    "Ranking every one of them, worst to best",
    "My setup after two years, part 3",
    "The mistake everybody makes in week one",
    "Last one of the season 🍂",
    "Cheap, medium, expensive: can you tell?",
    "A tour of the studio, finally",
    "Do this before you leave the house",
    "Thank you for 50,000 💛",
    "Training diary: slower, but further",
    "Esto no lo esperaba nadie 😅",
    "Drei Zutaten, mehr nicht",
    "Collab with my favorite people 🤝",
    "Nobody believed this would work",
    "Sound on 🔊",
    "Quick reminder to drink some water",
    "Old photos, new stories",
    "The view from the night train 🚆",
    "One year ago today",
    "Testing the internet's favorite hack",
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
    let mut tags: Vec<&str> = Vec::new();
    for _ in 0..rng.between(0, 5) {
        let tag = rng.pick(TAGS);
        if !tags.contains(&tag) {
            tags.push(tag);
            text.push_str(" #");
            text.push_str(tag);
        }
    }
    Some(text)
}

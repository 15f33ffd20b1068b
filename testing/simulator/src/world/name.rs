//! Realistic names.

use super::seeded_rng::SeededRng;

const FIRST: &[&str] = &[
    "mia", "leo", "sofia", "noah", "emma", "lucas", "olivia", "mateo", "ava", "elias", "zoe", "felix",
    "lena", "omar", "nina", "hugo", "priya", "kenji", "ana", "jonas", "chloe", "marco", "aisha", "theo",
    "lucia", "ivan", "hana", "diego", "ella", "malik", "freya", "tomas", "yara", "arjun", "nora", "oscar",
    "iris", "caleb", "maya", "finn",
];

const LAST: &[&str] = &[
    "keller", "santos", "brooks", "novak", "hayes", "moreau", "lindgren", "okafor", "tanaka", "rossi",
    "weber", "silva", "murphy", "haddad", "kowalski", "petrov", "nguyen", "fischer", "costa", "patel",
    "jensen", "romero", "clarke", "ortiz",
];

const CRAFT: &[&str] = &[
    "bakes", "runs", "travels", "paints", "cooks", "lifts", "films", "codes", "sings", "dances", "builds",
    "reads", "climbs", "skates", "gardens", "thrifts", "brews", "surfs", "knits", "plays",
];

/// Returns a username made of letters, digits, dots and underscores, and the matching display name.
pub(super) fn name(rng: &mut SeededRng, is_taken: impl Fn(&str) -> bool) -> (String, String) {
    let (first, last, craft) = (rng.pick(FIRST), rng.pick(LAST), rng.pick(CRAFT));
    let base = match rng.between(0, 5) {
        0 => format!("{first}.{last}"),
        1 => format!("{first}_{craft}"),
        2 => format!("{first}{last}"),
        3 => format!("the.{last}.{craft}"),
        _ => format!("{craft}with{first}"),
    };
    let mut username = base.clone();
    while is_taken(&username) {
        username = format!("{base}{}", rng.between(2, 100_000));
    }
    let display_name = match rng.between(0, 4) {
        0 => format!("{} {} ✨", capital(first), capital(last)),
        1 => format!("{} {craft}", capital(first)),
        _ => format!("{} {}", capital(first), capital(last)),
    };
    (username, display_name)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

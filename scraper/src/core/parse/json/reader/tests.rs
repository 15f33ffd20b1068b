use super::*;

fn read<'a, T>(json: &'a str, read: impl FnOnce(&mut Reader<'a>) -> Result<T>) -> Result<T> {
    Reader::document(json.as_bytes(), read)
}

#[test]
fn reader_finds_members_by_name_and_skips_others() {
    let json = r#" { "x": [1, {"a": "]}\""}], "n" : 7 , "deep": {"n": 9}, "last": null } "#;
    assert_eq!(read(json, |r| r.member("n", Reader::count)), Ok(Some(7)));
    assert_eq!(
        read(json, |r| r.member("deep", |r| r.member("n", Reader::count))),
        Ok(Some(9))
    );
    assert_eq!(read(json, |r| r.member("absent", Reader::count)), Ok(None));
}

#[test]
fn reader_skips_value_of_other_type_as_none() {
    for json in ["null", "true", "[1]", r#"{"a":1}"#, r#""words""#, "-1", "1.5"] {
        assert_eq!(read(json, Reader::count), Ok(None), "{json}");
    }
    for json in ["null", "1", "[]", "{}"] {
        assert_eq!(read(json, Reader::text), Ok(None), "{json}");
        assert_eq!(
            read(json, |r| r.object(|_, _| Ok(()))),
            Ok(json == "{}"),
            "{json}"
        );
        assert_eq!(read(json, |r| r.array(|_| Ok(()))), Ok(json == "[]"), "{json}");
    }
}

#[test]
fn reader_parses_numbers_in_every_notation() {
    for json in ["12", r#""12""#, "12.0", r#"" 12 ""#] {
        assert_eq!(read(json, Reader::count), Ok(Some(12)), "{json}");
    }
    assert_eq!(
        read(r#""1674919146000""#, Reader::scalar),
        Ok(Some(Scalar::Text("1674919146000".into())))
    );
    assert_eq!(
        read("1674919146000", Reader::scalar),
        Ok(Some(Scalar::Number(1_674_919_146_000)))
    );
}

#[test]
fn reader_parses_ids_from_numbers_and_strings() {
    assert_eq!(
        read("2307774091974900767", Reader::id),
        Ok(Some("2307774091974900767".into()))
    );
    assert_eq!(
        read(r#""2307774091974900767""#, Reader::id),
        Ok(Some("2307774091974900767".into()))
    );
    assert_eq!(read("3171067.0", Reader::id), Ok(Some("3171067".into())));
    for json in ["2.3e18", r#""""#, r#""opaque""#, "-3", "null", "{}"] {
        assert_eq!(read(json, Reader::id), Ok(None), "{json}");
    }
}

#[test]
fn reader_parses_flags_from_words_and_numbers() {
    for (json, flag) in [
        ("true", true),
        ("false", false),
        ("1", true),
        ("0", false),
        (r#""1""#, true),
    ] {
        assert_eq!(read(json, Reader::flag), Ok(Some(flag)), "{json}");
    }
    assert_eq!(read("null", Reader::flag), Ok(None));
}

#[test]
fn reader_distinguishes_filled_from_empty_containers() {
    for (json, filled) in [
        ("[]", false),
        ("[ ]", false),
        ("[0]", true),
        ("{}", false),
        ("null", false),
    ] {
        assert_eq!(read(json, Reader::is_filled), Ok(filled), "{json}");
    }
}

#[test]
fn reader_rejects_truncated_or_malformed_document() {
    let json = r#"{"a": [1, "b", {"c": null}], "d": "e"}"#;
    for cut in 0..json.len() {
        assert!(
            read(&json[..cut], |r| r.member("d", Reader::text)).is_err(),
            "{}",
            &json[..cut]
        );
        assert!(read(&json[..cut], Reader::skip).is_err(), "{}", &json[..cut]);
    }
    for json in [
        "",
        " ",
        "{} {}",
        "{\"a\" 1}",
        "{\"a\":}",
        "{a:1}",
        "[1 2]",
        "nul",
        "[1,]",
        "Not Found",
        "{,}",
    ] {
        assert!(
            read(json, |r| r.clone().array(|_| Ok(())).and(r.object(|_, _| Ok(())))).is_err(),
            "{json}"
        );
    }
}

#[test]
fn reader_of_leading_value_ignores_what_follows() {
    let leading = |json: &'static str| Reader::leading(json.as_bytes(), |r| r.member("a", Reader::count));
    for json in [r#"{"a":1}"#, r#" {"a":1};window.b={};"#, r#"{"a":1}{"#] {
        assert_eq!(leading(json), Ok(Some(1)), "{json}");
    }
    for json in ["", ";", r#"{"a":1"#] {
        assert!(leading(json).is_err(), "{json}");
    }
}

#[test]
fn reader_skips_deep_nesting_without_using_stack() {
    let deep = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
    assert_eq!(read(&deep, Reader::skip), Ok(()));
}

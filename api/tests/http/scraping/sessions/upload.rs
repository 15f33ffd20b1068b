use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use futures::{StreamExt as _, stream};

use super::{all, counts, send};
use crate::support::{TestResponse, World, run};

const PATH: &str = "/api/scraping/sessions/upload";
const FORM: &str = "multipart/form-data; boundary=XX";

fn part(head: &str, content: &[u8]) -> Vec<u8> {
    [
        b"--XX\r\nContent-Disposition: form-data; ",
        head.as_bytes(),
        b"\r\n\r\n",
        content,
        b"\r\n",
    ]
    .concat()
}

async fn send_parts(world: &World, parts: &[Vec<u8>]) -> TestResponse {
    send(world, PATH, FORM, [&parts.concat()[..], b"--XX--\r\n"].concat()).await
}

async fn upload(world: &World, name: &str, content: &[u8]) -> TestResponse {
    let head = format!("name=\"file\"; filename=\"{name}\"");
    send_parts(world, &[part(&head, content)]).await
}

#[test]
fn session_upload_accepts_text_files_with_or_without_bom() {
    run(async {
        let world = World::new().await;
        let response = upload(&world, "sessions.txt", b"1:first:5\r\n2:second:6")
            .await
            .ok();
        assert_eq!(counts(&response), [2, 0, 0, 2]);
        assert_eq!(response["message"], "2 sessions added");
        let response = upload(
            &world,
            "MORE.TXT",
            "\u{feff}1:first:5\n3:third:7\nno session".as_bytes(),
        )
        .await
        .ok();
        assert_eq!(counts(&response), [1, 1, 1, 3]);
        let head = "name=\"file\"; filename=\"sessions\"\r\nContent-Type: text/plain; charset=utf-8";
        let response = send_parts(&world, &[part(head, b"4:fourth:8")]).await.ok();
        assert_eq!(counts(&response), [1, 0, 0, 4]);
        assert_eq!(all(&world).await.len(), 4);
    });
}

#[test]
fn asvs_5_2_2_session_upload_refuses_other_files_with_reason() {
    run(async {
        let world = World::new().await;
        for name in ["sessions.csv", "sessions.txt.exe", "txt", ""] {
            let response = upload(&world, name, b"1:first:5").await;
            response.refused(415, "unsupported_media_type");
            assert_eq!(response.json["error"], "Please upload text files only");
        }
        let utf_16: Vec<u8> = "\u{feff}1:a".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (name, content, reason) in [
            ("../sessions.txt", &b"1:first:5"[..], "path"),
            ("C:\\sessions.txt", b"1:first:5", "path"),
            ("sessions.txt", b"", "empty"),
            ("sessions.txt", "\u{feff} \r\n\n".as_bytes(), "empty"),
            ("sessions.txt", &utf_16, "UTF-16"),
            ("sessions.txt", b"1:fi\0rst:5", "not a text"),
            ("sessions.txt", b"1:first:5\n\xe9\n", "not UTF-8"),
        ] {
            let response = upload(&world, name, content).await;
            response.refused(422, "invalid_request");
            assert!(
                response.text.contains(reason) && !response.text.contains("first"),
                "{response:?}"
            );
        }
        assert_eq!(world.count("SELECT count(*) FROM sessions").await, 0);
    });
}

#[test]
fn session_upload_requires_exactly_one_file() {
    run(async {
        let world = World::new().await;
        let file = part("name=\"file\"; filename=\"a.txt\"", b"1:first:5");
        send_parts(&world, &[]).await.refused(422, "invalid_request");
        send_parts(
            &world,
            &[part("name=\"other\"; filename=\"a.txt\"", b"1:first:5")],
        )
        .await
        .refused(422, "invalid_request");
        send_parts(&world, &[file.clone(), file.clone()])
            .await
            .refused(422, "invalid_request");
        for media_type in ["application/json", "multipart/form-data"] {
            send(&world, PATH, media_type, file.clone())
                .await
                .refused(415, "unsupported_media_type");
        }
        send(&world, PATH, FORM, file)
            .await
            .refused(400, "malformed_upload");
        assert_eq!(world.count("SELECT count(*) FROM sessions").await, 0);
    });
}

#[test]
fn asvs_5_2_1_session_upload_over_10_mb_is_refused_early() {
    run(async {
        const PIECE: usize = 64 * 1024;
        const LIMIT: usize = 10 * 1024 * 1024;
        let world = World::new().await;
        let head = part("name=\"file\"; filename=\"a.txt\"", b"");
        let sent = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&sent);
        let endless = stream::repeat_with(move || {
            counted.fetch_add(PIECE, Ordering::Relaxed);
            vec![b'x'; PIECE]
        });
        let body = stream::once(async { head }).chain(endless);
        let response = send(
            &world,
            PATH,
            FORM,
            Body::from_stream(body.map(Ok::<_, std::io::Error>)),
        )
        .await;
        response.refused(413, "payload_too_large");
        assert_eq!(response.json["error"], "File is too large. Maximum size is 10MB");
        assert!(sent.load(Ordering::Relaxed) < LIMIT + 4 * PIECE);

        let request = World::request(http::Method::POST, &world.admin, PATH)
            .header("content-type", FORM)
            .header("content-length", 11 * 1024 * 1024)
            .body(Body::from_stream(stream::pending::<
                Result<Vec<u8>, std::io::Error>,
            >()))
            .unwrap();
        let response = world.send(request).await;
        assert_eq!(response.json["error"], "File is too large. Maximum size is 10MB");
    });
}

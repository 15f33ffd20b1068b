use axum::body::Body;
use futures::stream;

use super::{add, counts, send};
use crate::support::{World, run};

const PATH: &str = "/api/scraping/sessions/bulk";

#[test]
fn session_import_reads_text_line_by_line() {
    run(async {
        let world = World::new().await;
        add(&world, &["1:first:5"]).await;
        let response = send(
            &world,
            PATH,
            "text/plain; charset=utf-8",
            "1:first:5\r\n2:second:6\n\nno session\n",
        )
        .await
        .ok();
        assert_eq!(counts(&response), [1, 1, 1, 2]);
    });
}

#[test]
fn session_import_refuses_other_content() {
    run(async {
        let world = World::new().await;
        send(&world, PATH, "application/json", "[]")
            .await
            .refused(415, "unsupported_media_type");
        for body in ["", " \r\n\n", "1:a\0b", "\u{fffd}\0"] {
            send(&world, PATH, "text/plain", body)
                .await
                .refused(422, "invalid_request");
        }
        send(&world, PATH, "text/plain", vec![b'1', 0xe9])
            .await
            .refused(422, "invalid_request");
        assert_eq!(world.count("SELECT count(*) FROM sessions").await, 0);
    });
}

#[test]
fn session_import_refuses_endless_text_at_10_mb() {
    run(async {
        let world = World::new().await;
        let endless = stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b'x'; 64 * 1024]));
        let response = send(&world, PATH, "text/plain", Body::from_stream(endless)).await;
        response.refused(413, "payload_too_large");
        assert_eq!(response.json["error"], "File is too large. Maximum size is 10MB");
    });
}

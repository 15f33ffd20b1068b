//! "Dashboard"

use super::installation::Installation;
use super::shape::{
    COLLECTED, ENDED, INSTAGRAM_POST, INSTAGRAM_POST_ROW, INSTAGRAM_TOTALS, PER_PLATFORM, SCRAPE,
    TIKTOK_TOTALS, TIKTOK_VIDEO, TIKTOK_VIDEO_ROW, all_have, has,
};

#[tokio::test]
async fn dashboard_calls_follow_specification() {
    let installation = Installation::start().await;
    // Scrape All with no accounts fails with 'No accounts to scrape'.
    installation
        .member
        .poke("/dashboard/scrape-all")
        .await
        .refused(400, "No accounts to scrape");

    // POST /dashboard/scrape-all returns {status, message, summary{instagram{successful, failed}, tiktok{same}}}.
    let installation = installation.with_content().await;
    let scraped = installation.member.poke("/dashboard/scrape-all").await.ok();
    has(&scraped, SCRAPE);
    for platform in ["instagram", "tiktok"] {
        has(&scraped["summary"][platform], ENDED);
        assert_eq!(
            (
                scraped["summary"][platform]["successful"].as_i64(),
                scraped["summary"][platform]["failed"].as_i64()
            ),
            (Some(1), Some(0))
        );
    }

    for caller in [&installation.member, &installation.admin] {
        // GET /dashboard/stats.
        let stats = caller.get("/dashboard/stats").await.ok();
        has(&stats["accounts"], PER_PLATFORM);
        assert_eq!(
            (
                stats["accounts"]["instagram"].as_i64(),
                stats["accounts"]["tiktok"].as_i64()
            ),
            (Some(1), Some(1))
        );
        has(&stats["content"], COLLECTED);
        has(&stats["instagram"], INSTAGRAM_TOTALS);
        has(&stats["tiktok"], TIKTOK_TOTALS);

        // GET /dashboard/top-performers: 5 items each.
        let top = caller.get("/dashboard/top-performers").await.ok();
        all_have(&top["instagram"], INSTAGRAM_POST);
        all_have(&top["tiktok"], TIKTOK_VIDEO);
        assert!(
            top["instagram"].as_array().unwrap().len() <= 5 && top["tiktok"].as_array().unwrap().len() <= 5
        );

        // GET /dashboard/all-instagram-posts?page&per_page (100) reads posts, total, pages.
        let posts = caller
            .get("/dashboard/all-instagram-posts?page=1&per_page=100")
            .await
            .ok();
        all_have(&posts["posts"], INSTAGRAM_POST_ROW);
        assert_eq!(posts["total"], stats["content"]["instagram_posts"]);
        assert!(posts["pages"].as_i64().unwrap() >= 1);

        // GET /dashboard/all-tiktok-videos?page&per_page (100) reads videos, total, pages.
        let videos = caller
            .get("/dashboard/all-tiktok-videos?page=1&per_page=100")
            .await
            .ok();
        all_have(&videos["videos"], TIKTOK_VIDEO_ROW);
        assert_eq!(videos["total"], stats["content"]["tiktok_videos"]);
        assert!(videos["pages"].as_i64().unwrap() >= 1);
    }
}

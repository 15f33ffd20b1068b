-- Inserts new and updates changed items, appends to their history, and counts both for the unit and its run.
-- $1 platform, $2 the account: items that are stored under another one stay unchanged, $3 observed at, $4 the observation's
-- minute, $5 the unit, $6..$20 one array per column, without repeated items and those that compare_page.sql found unchanged: a
-- no-op update would still write the row, its indexes and the WAL. $21 the account whose first success decides which new items
-- were posted while it was tracked.
WITH upserted AS (
    INSERT INTO posts AS p (platform, external_id, account_id, shortcode, url, caption, media_kind, pinned,
                            posted_at, views, likes, comments, shares, saves, views_source, rounded,
                            first_seen_at, updated_at, from_zero, caption_cut)
    SELECT $1, external_id, $2, shortcode, coalesce(url, ''), coalesce(caption, ''), media_kind, pinned,
           posted_at, views, likes, comments, shares, saves, views_source, rounded, $3, $3,
           coalesce(posted_at > (SELECT first_success_at FROM platform_accounts WHERE id = $21), false),
           caption_cut
    FROM unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::bool[], $12::timestamptz[], $13::bigint[],
                $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::text[], $19::smallint[], $20::bool[])
         AS o (external_id, shortcode, url, caption, media_kind, pinned, posted_at, views, likes, comments, shares, saves,
               views_source, rounded, caption_cut)
    ORDER BY external_id
    ON CONFLICT (platform, external_id) DO UPDATE SET
        shortcode = coalesce(excluded.shortcode, p.shortcode),
        url = coalesce(nullif(excluded.url, ''), p.url),
        caption = coalesce(nullif(excluded.caption, ''), p.caption),
        caption_cut = CASE WHEN excluded.caption <> '' THEN excluded.caption_cut ELSE p.caption_cut END,
        media_kind = coalesce(excluded.media_kind, p.media_kind),
        pinned = excluded.pinned,
        posted_at = coalesce(excluded.posted_at, p.posted_at),
        views = merged_count(p.views, p.rounded & 1 > 0,
                             comparable_views(p.views, p.views_source, excluded.views, excluded.views_source),
                             excluded.rounded & 1 > 0),
        likes = merged_count(p.likes, p.rounded & 2 > 0, excluded.likes, excluded.rounded & 2 > 0),
        comments = merged_count(p.comments, p.rounded & 4 > 0, excluded.comments, excluded.rounded & 4 > 0),
        shares = merged_count(p.shares, p.rounded & 8 > 0, excluded.shares, excluded.rounded & 8 > 0),
        saves = merged_count(p.saves, p.rounded & 16 > 0, excluded.saves, excluded.rounded & 16 > 0),
        -- The key that the views were first read from, as in the history, which has no row for equal views from another key.
        views_source = CASE
            WHEN excluded.views IS DISTINCT FROM p.views
             AND excluded.views = merged_count(p.views, p.rounded & 1 > 0,
                                               comparable_views(p.views, p.views_source, excluded.views, excluded.views_source),
                                               excluded.rounded & 1 > 0)
            THEN excluded.views_source ELSE p.views_source END,
        rounded = merged_rounded(1, p.views, p.rounded,
                                 comparable_views(p.views, p.views_source, excluded.views, excluded.views_source),
                                 excluded.rounded)
                | merged_rounded(2, p.likes, p.rounded, excluded.likes, excluded.rounded)
                | merged_rounded(4, p.comments, p.rounded, excluded.comments, excluded.rounded)
                | merged_rounded(8, p.shares, p.rounded, excluded.shares, excluded.rounded)
                | merged_rounded(16, p.saves, p.rounded, excluded.saves, excluded.rounded),
        updated_at = excluded.updated_at
    WHERE p.account_id = $2
      AND excluded.updated_at >= p.updated_at
    RETURNING new.id, old.id IS NULL AS is_new,
              (new.views, new.likes, new.comments, new.shares, new.saves)
                  IS DISTINCT FROM (old.views, old.likes, old.comments, old.shares, old.saves) AS counted,
              new.views, new.likes, new.comments, new.shares, new.saves, new.views_source
), history AS (
    INSERT INTO post_metrics AS m (post_id, observed_at, views, likes, comments, shares, saves, views_source)
    SELECT id, $4, views, likes, comments, shares, saves, views_source
    FROM upserted
    WHERE is_new OR counted
    ON CONFLICT (post_id, observed_at) DO UPDATE SET
        views = excluded.views, likes = excluded.likes, comments = excluded.comments,
        shares = excluded.shares, saves = excluded.saves, views_source = excluded.views_source
), changes AS (
    SELECT count(*) FILTER (WHERE is_new) AS new, count(*) FILTER (WHERE counted AND NOT is_new) AS updated
    FROM upserted
), unit AS (
    UPDATE run_units u SET items_new = u.items_new + c.new, items_updated = u.items_updated + c.updated
    FROM changes c WHERE u.id = $5 AND c.new + c.updated > 0
    RETURNING u.run_id
)
UPDATE runs r SET items_new = r.items_new + c.new, items_updated = r.items_updated + c.updated
FROM unit, changes c WHERE r.id = unit.run_id

-- Corrects functions that count days.

CREATE OR REPLACE FUNCTION pg_temp.patch(function regprocedure, before text, after text) RETURNS void
    LANGUAGE plpgsql
AS $$
DECLARE
    definition text := pg_get_functiondef(function);
BEGIN
    IF strpos(definition, before) = 0 THEN
        RAISE EXCEPTION 'the function % has no such part: %', function, before;
    END IF;
    EXECUTE replace(definition, before, after);
END
$$;

-- A recount reads where the history begins only after it has locked the history. Otherwise, a recount that waited for prune_history
-- would delete the days before the new beginning, whose measurements no longer exist. The parent is enough: dropping a month locks it.
SELECT pg_temp.patch('recount_account_days(bigint[])',
    $$    begins date := first_whole_day();
BEGIN$$,
    $$    begins date;
BEGIN
    LOCK TABLE ONLY post_metrics IN ACCESS SHARE MODE;
    begins := first_whole_day();$$);
SELECT pg_temp.patch('recount_video_days(bigint[])',
    $$begins := first_whole_day();$$,
    $$LOCK TABLE ONLY post_metrics IN ACCESS SHARE MODE;
    begins := first_whole_day();$$);

-- Rows remember the Kubernetes resource that asks for them. Without a cluster all of this is empty. ADR 0026.

ALTER TABLE groups
    -- The name of the ClientGroup; NULL: no resource names the group.
    ADD COLUMN resource text CHECK (resource <> ''),
    -- The namespace of its accounts; NULL as long as there is no resource.
    ADD COLUMN namespace text CHECK (namespace <> ''),
    -- Who else than the dashboard says what the resource asks for; '' when the dashboard may.
    ADD COLUMN managed_by text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX groups_resource_key ON groups (resource);

ALTER TABLE tracked_accounts
    -- The name of the InstagramAccount or TikTokAccount in the group's namespace, which may be one of each: whoever sets it
    -- holds the group's row and sees to it that no two accounts of a platform have the same.
    ADD COLUMN resource text CHECK (resource <> ''),
    -- Left alone for now: the group does not ask for it to be scraped.
    ADD COLUMN suspended boolean NOT NULL DEFAULT false,
    -- As of a group.
    ADD COLUMN managed_by text NOT NULL DEFAULT '';
CREATE INDEX tracked_accounts_resource_idx ON tracked_accounts (group_id, resource) WHERE resource IS NOT NULL;

ALTER TABLE tracked_videos
    -- The name of the TikTokVideo in the group's namespace.
    ADD COLUMN resource text CHECK (resource <> ''),
    ADD COLUMN suspended boolean NOT NULL DEFAULT false,
    ADD COLUMN managed_by text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX tracked_videos_resource_key ON tracked_videos (group_id, resource);

-- An account is found by the names it had before. Few accounts have any, and scraping does not touch them.
CREATE INDEX platform_accounts_former_idx ON platform_accounts USING gin (former_usernames)
    WHERE former_usernames <> '{}';

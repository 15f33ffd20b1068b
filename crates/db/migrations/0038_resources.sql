-- Rows store the Kubernetes resource that tracks them. Without a cluster these columns are empty. ADR 0018.

ALTER TABLE groups
    -- The name of the ClientGroup; NULL: the group is not linked to a resource.
    ADD COLUMN resource text CHECK (resource <> ''),
    -- The namespace of its accounts; NULL without a resource.
    ADD COLUMN namespace text CHECK (namespace <> ''),
    -- The manager other than the dashboard; '' when the dashboard may change the row.
    ADD COLUMN managed_by text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX groups_resource_key ON groups (resource);

ALTER TABLE tracked_accounts
    -- The name of the InstagramAccount or TikTokAccount in the group's namespace; there may be one of each with the
    -- same name. Writers lock the group's row and ensure that no two accounts of a platform have the same name.
    ADD COLUMN resource text CHECK (resource <> ''),
    -- Suspended: the group does not have it scraped.
    ADD COLUMN suspended boolean NOT NULL DEFAULT false,
    -- As for a group.
    ADD COLUMN managed_by text NOT NULL DEFAULT '';
CREATE INDEX tracked_accounts_resource_idx ON tracked_accounts (group_id, resource) WHERE resource IS NOT NULL;

ALTER TABLE tracked_videos
    -- The name of the TikTokVideo in the group's namespace.
    ADD COLUMN resource text CHECK (resource <> ''),
    ADD COLUMN suspended boolean NOT NULL DEFAULT false,
    ADD COLUMN managed_by text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX tracked_videos_resource_key ON tracked_videos (group_id, resource);

-- An account is found by its former names. Few accounts have any, and scraping does not change them.
CREATE INDEX platform_accounts_former_idx ON platform_accounts USING gin (former_usernames)
    WHERE former_usernames <> '{}';

import type { Schema } from '@/api/types'
import { Count, DateTime } from '@/components/Values'
import { ExternalLink } from '@/components/Texts'
import { profileUrl, type Platform } from '@/util/platform'
import classes from './NewOwnerDetails.module.css'

type Props = { platform: Platform; newOwner: Schema<'NewHandleOwner'> }

/** Known details of the handle's new owner. */
export function NewOwnerDetails({ platform, newOwner }: Props) {
  const { username, display_name, platform_id, followers, seen_at } = newOwner
  return (
    <dl className={classes.details}>
      <dt>New owner</dt>
      <dd>
        {display_name} <ExternalLink href={profileUrl(platform, username)}>@{username}</ExternalLink>
      </dd>
      <dt>Platform ID</dt>
      <dd>{platform_id}</dd>
      {followers != null && (
        <>
          <dt>Followers</dt>
          <dd>
            <Count value={followers} />
          </dd>
        </>
      )}
      <dt>Found</dt>
      <dd>
        <DateTime iso={seen_at} />
      </dd>
    </dl>
  )
}

import { Text } from '@mantine/core'
import { profileUrl, type Platform } from '@/shared/lib/platform'
import { AvailabilityBadge } from '@/shared/ui/AvailabilityBadge'
import { DateTime } from '@/shared/ui/DateTime'
import { ExternalLink } from '@/shared/ui/ExternalLink'
import classes from './ItemAbout.module.css'
import type { HistoryItem } from './item'

type Props = { platform: Platform; item: HistoryItem }

/** The post or video that a history belongs to: caption, author and date. */
export function ItemAbout({ platform, item }: Props) {
  const { name, url, username, caption, posted } = item
  return (
    <div className={classes.about}>
      {caption?.trim() && <Text lineClamp={3}>{caption}</Text>}
      <div className={classes.details}>
        {username !== '' && <ExternalLink href={profileUrl(platform, username)}>@{username}</ExternalLink>}
        <ExternalLink href={url}>{name}</ExternalLink>
        {posted && (
          <span>
            Posted <DateTime iso={posted} />
          </span>
        )}
        <AvailabilityBadge of={item} />
      </div>
    </div>
  )
}

import { Text } from '@mantine/core'
import { AvailabilityBadge } from '@/components/AvailabilityBadge'
import { DateTime } from '@/components/DateTime'
import { ExternalLink } from '@/components/ExternalLink'
import { profileUrl, type Platform } from '@/util/platform'
import type { HistoryItem } from './item'
import classes from './ItemAbout.module.css'

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

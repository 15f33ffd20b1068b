import { IconAlertTriangle, IconCircleCheck, IconClock, IconLoader2, type Icon } from '@tabler/icons-react'
import type { Schema } from '@/api/types'
import { PlatformMark } from '@/components/Panel'
import { RECENT_HOURS } from '@/util/constants'
import { formatExact } from '@/util/format'
import { PLATFORMS, type Platform } from '@/util/platform'
import { TriggerScrape } from './TriggerScrape'
import classes from './ScrapingRow.module.css'

type Props = { platform: Platform; status: Schema<'ScrapingStatus'>; groupId: number | undefined }
type Kind = 'pending' | 'running' | 'recent' | 'failing'

const KINDS: [kind: Kind, label: string, icon: Icon][] = [
  ['pending', 'Pending', IconClock],
  ['running', 'Running', IconLoader2],
  ['recent', `Recent (${RECENT_HOURS}h)`, IconCircleCheck],
  ['failing', 'Failing', IconAlertTriangle],
]

/** The accounts of one platform by scrape status. */
export function ScrapingRow({ platform, status, groupId }: Props) {
  const { name } = PLATFORMS[platform]
  return (
    <li className={classes.row} aria-label={name}>
      <span className={classes.name}>
        <PlatformMark platform={platform} />
        {name}
      </span>
      <dl className={classes.counts}>
        {KINDS.map(([kind, label, Icon]) => (
          <div key={kind} data-warn={(kind === 'failing' && status[kind][platform] > 0) || undefined}>
            <dt>
              <Icon size={14} stroke={1.75} aria-hidden /> {label}
            </dt>
            <dd>{formatExact(status[kind][platform])}</dd>
          </div>
        ))}
      </dl>
      {groupId !== undefined && (
        // Keyed by group, so that another group's scrape is not shown.
        <TriggerScrape key={groupId} platform={platform} groupId={groupId} />
      )}
    </li>
  )
}

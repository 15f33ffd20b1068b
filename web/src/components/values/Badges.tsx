import { Badge, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBoxMultiple,
  IconCircleCheck,
  IconClock,
  IconClockPause,
  IconEyeOff,
  IconGitBranch,
  IconLock,
  IconPhoto,
  IconPlayerPause,
  IconTrendingUp,
  IconVideo,
  type Icon,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Schema } from '@/api/types'
import { DELAY } from '@/util/constants'
import { formatExact, formatTimes } from '@/util/format'
import {
  isFine,
  managedReason,
  PENDING,
  unavailability,
  type Availability,
  type Managed,
} from '@/util/states'
import { Upcoming } from './Values'
import classes from './Badges.module.css'

type StateBadgeProps = { icon: Icon; color: string | undefined; children: string }

/** Shows a state as an icon, and a label. */
export function StateBadge({ icon: Icon, color, children }: StateBadgeProps) {
  return (
    <Badge
      variant="default"
      size="sm"
      tt="none"
      fw={500}
      miw="max-content"
      leftSection={<Icon size={12} stroke={2} color={color} aria-hidden />}
    >
      {children}
    </Badge>
  )
}

/** Whether a group or user is active. */
export function ActiveBadge({ active }: { active: boolean }) {
  return active ? (
    <StateBadge icon={IconCircleCheck} color="var(--cm-good)">
      Active
    </StateBadge>
  ) : (
    <StateBadge icon={IconPlayerPause} color={undefined}>
      Inactive
    </StateBadge>
  )
}

const AVAILABILITY_ICONS = { removed: IconEyeOff, private: IconLock } as const

/** Marks an item that its platform no longer shows, with the date in a tooltip for mouse, touch and keyboard; hidden otherwise. */
export function AvailabilityBadge({ of: item }: { of: Availability }) {
  const availability = unavailability(item)
  if (availability === undefined) return null
  const Icon = AVAILABILITY_ICONS[availability.kind]
  return (
    <UnstyledButton
      className={classes.badge}
      data-tip={availability.text}
      aria-description={availability.text}
    >
      <span className={classes.pill}>
        <Icon size={12} stroke={1.75} aria-hidden />
        {availability.label}
      </span>
    </UnstyledButton>
  )
}

/** What an item may consist of. */
export const KINDS = {
  video: { Icon: IconVideo, label: 'Video' },
  image: { Icon: IconPhoto, label: 'Photo' },
  carousel: { Icon: IconBoxMultiple, label: 'Carousel' },
} as const

/** Shows what an item consists of; hidden if unknown. */
export function KindIcon({ kind }: { kind: Schema<'MediaKind'> | null | undefined }) {
  if (kind == null) return null
  const { Icon, label } = KINDS[kind]
  return (
    <span role="img" aria-label={label} title={label} className={classes.kind}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </span>
  )
}

/** From this multiple of the usual views on, an item is marked. */
const NOTABLE = 2

type OutlierBadgeProps = { views: number; usual: number | null | undefined }

/** Marks an item with many more views than its account's others had at the same age; hidden otherwise. */
export function OutlierBadge({ views, usual }: OutlierBadgeProps) {
  if (usual == null || views < NOTABLE * usual) return null
  const times = formatTimes(views / usual)
  const text = `${times} times the views that this account usually has at this age (${formatExact(usual)})`
  return (
    <UnstyledButton className={classes.badge} data-tip={text} aria-description={text}>
      <span className={classes.pill} data-outlier>
        <IconTrendingUp size={12} stroke={1.75} aria-hidden />
        {times}× usual
      </span>
    </UnstyledButton>
  )
}

/** Names the manager outside the dashboard and explains the effect, by mouse, touch or keyboard; hidden for unmanaged objects. */
export function ManagedBadge({ of: managed }: { of: Managed }) {
  const reason = managedReason(managed)
  if (reason === undefined) return null
  return (
    <UnstyledButton className={classes.managed} data-tip={reason} aria-label={reason}>
      <ManagedMark of={managed} />
    </UnstyledButton>
  )
}

/** Names the manager outside the dashboard, for use inside another control; hidden for unmanaged objects. */
export function ManagedMark({ of: managed }: { of: Managed }) {
  const reason = managedReason(managed)
  if (reason === undefined) return null
  return (
    <span className={classes.mark} data-tip={reason}>
      <IconGitBranch size={12} stroke={1.75} aria-hidden className={classes.icon} />
      <VisuallyHidden>Managed by </VisuallyHidden>
      <span className={classes.manager}>{managed.managed_by}</span>
    </span>
  )
}

/** Lights up for a moment when `data` changes. Reserves its space, so that the layout does not shift. */
export function LiveBadge({ data }: { data: unknown }) {
  const live = useChanged(data, DELAY.liveBadge)
  return (
    <Badge
      variant="dot"
      color="green"
      tt="none"
      className={classes.live}
      data-live={live || undefined}
      aria-hidden={!live}
    >
      Live
    </Badge>
  )
}

/** Returns true for `duration` milliseconds after `value` has changed; false for the initial value. */
function useChanged(value: unknown, duration: number): boolean {
  const previous = useRef(value)
  const [changed, setChanged] = useState(false)
  useEffect(() => {
    if (Object.is(previous.current, value)) return
    const first = previous.current === undefined
    previous.current = value
    if (first) return
    setChanged(true)
    const timer = setTimeout(() => setChanged(false), duration)
    return () => clearTimeout(timer)
  }, [value, duration])
  return changed
}

/** Shows the server's reason why an account's numbers are stale or missing; hidden if there is none. */
export function AccountStatus({ status, text }: { status: string; text: string }) {
  if (isFine(status)) return null
  const waiting = status === PENDING
  const Icon = waiting ? IconClock : IconAlertTriangle
  return (
    <span className={classes.status} data-failing={!waiting || undefined}>
      <Icon size={16} stroke={1.75} aria-hidden className={classes.statusIcon} />
      {text}
    </span>
  )
}

/** Shows why scraping is delayed, and when the next attempt is. */
export function WaitingNote({ of: { summary, until } }: { of: Schema<'Waiting'> }) {
  return (
    <span className={classes.note}>
      <IconClockPause size={16} stroke={1.75} aria-hidden className={classes.noteIcon} />
      <span>
        {/* Without the time, which changes every minute. */}
        <span role="status">{summary}</span>
        {until != null && (
          <>
            {' Next attempt: '}
            <Upcoming iso={until} />.
          </>
        )}
      </span>
    </span>
  )
}

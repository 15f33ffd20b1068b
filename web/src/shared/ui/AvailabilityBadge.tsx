import { UnstyledButton } from '@mantine/core'
import { IconEyeOff, IconLock } from '@tabler/icons-react'
import { unavailability, type Availability } from '@/shared/lib/availability'
import classes from './AvailabilityBadge.module.css'

const ICONS = { removed: IconEyeOff, private: IconLock } as const

/** That a platform does not show an item any more, and since when, by mouse, touch or keyboard; nothing while it does. */
export function AvailabilityBadge({ of: item }: { of: Availability }) {
  const told = unavailability(item)
  if (told === undefined) return null
  const Icon = ICONS[told.kind]
  return (
    <UnstyledButton className={classes.badge} data-tip={told.text} aria-description={told.text}>
      <Icon size={12} stroke={1.75} aria-hidden />
      {told.word}
    </UnstyledButton>
  )
}

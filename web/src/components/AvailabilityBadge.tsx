import { UnstyledButton } from '@mantine/core'
import { IconEyeOff, IconLock } from '@tabler/icons-react'
import { unavailability, type Availability } from '@/util/states'
import classes from './AvailabilityBadge.module.css'

const ICONS = { removed: IconEyeOff, private: IconLock } as const

/** Badge of an item that its platform no longer shows, with the date in a tooltip for mouse, touch and keyboard; hidden otherwise. */
export function AvailabilityBadge({ of: item }: { of: Availability }) {
  const availability = unavailability(item)
  if (availability === undefined) return null
  const Icon = ICONS[availability.kind]
  return (
    <UnstyledButton
      className={classes.badge}
      data-tip={availability.text}
      aria-description={availability.text}
    >
      <Icon size={12} stroke={1.75} aria-hidden />
      {availability.label}
    </UnstyledButton>
  )
}

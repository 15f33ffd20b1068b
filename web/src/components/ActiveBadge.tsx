import { Badge } from '@mantine/core'
import { IconCircleCheck, IconPlayerPause } from '@tabler/icons-react'

/** Whether a group or user is active, as a label and an icon. */
export function ActiveBadge({ active }: { active: boolean }) {
  const Icon = active ? IconCircleCheck : IconPlayerPause
  return (
    <Badge
      variant="default"
      size="sm"
      tt="none"
      fw={500}
      leftSection={<Icon size={12} color={active ? 'var(--cm-good)' : undefined} />}
    >
      {active ? 'Active' : 'Inactive'}
    </Badge>
  )
}

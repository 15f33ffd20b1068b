import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconLoader2 } from '@tabler/icons-react'
import { statusLabel } from './labels'
import type { Run } from './queries'

const SIGNS = {
  queued: { icon: IconClock, color: undefined },
  running: { icon: IconLoader2, color: 'var(--mantine-color-anchor)' },
  completed: { icon: IconCircleCheck, color: 'var(--cm-good)' },
  closed: { icon: IconAlertTriangle, color: 'var(--cm-warning)' },
} as const

/** Status of a run, as a label and an icon. */
export function RunStatus({ run }: { run: Pick<Run, 'status' | 'end_reason'> }) {
  const { icon: Icon, color } = SIGNS[run.end_reason === 'closed' ? 'closed' : run.status]
  return (
    <Badge
      variant="default"
      size="sm"
      tt="none"
      fw={500}
      miw="max-content"
      leftSection={<Icon size={12} stroke={2} color={color} aria-hidden />}
    >
      {statusLabel(run)}
    </Badge>
  )
}

import { Badge } from '@mantine/core'
import { STATES, type SessionState } from './states'

const TONES = { good: 'var(--cm-good)', warning: 'var(--cm-warning)', quiet: undefined }

/** State of a session, as a label and an icon. */
export function StateBadge({ state }: { state: SessionState }) {
  const { label, icon: Icon, tone } = STATES[state]
  return (
    <Badge
      variant="default"
      size="sm"
      tt="none"
      fw={500}
      leftSection={<Icon size={12} stroke={2} color={TONES[tone]} aria-hidden />}
    >
      {label}
    </Badge>
  )
}

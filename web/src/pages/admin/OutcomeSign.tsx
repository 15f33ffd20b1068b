import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { OutcomeKind } from './outcomes'

const SIGNS = {
  read: { icon: IconCheck, color: 'var(--cm-good)' },
  failed: { icon: IconAlertTriangle, color: 'var(--cm-warning)' },
  waiting: { icon: IconClock, color: 'var(--mantine-color-dimmed)' },
} as const

/** Icon for success, failure or pending; the text is beside it. */
export function OutcomeSign({ kind }: { kind: OutcomeKind }) {
  const { icon: Icon, color } = SIGNS[kind]
  return <Icon size={16} stroke={1.75} color={color} aria-hidden style={{ flex: 'none' }} />
}

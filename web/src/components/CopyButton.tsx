import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopy } from './useCopy'

type Props = { value: string; label: string }

/** Copies a value; a check mark confirms it for a moment. */
export function CopyButton({ value, label }: Props) {
  const { copied, copy } = useCopy()
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color={copied ? 'green' : 'gray'}
        size={32}
        aria-label={label}
        data-copied={copied || undefined}
        onClick={() => void copy(value)}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

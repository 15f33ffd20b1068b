import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type Props = {
  icon: Icon
  /** What it does, for the tooltip. */
  label: string
  /** The same and to what, where a list has many of them; for screen readers. */
  name?: string
  busy?: boolean
  onClick: () => void
}

/** A button that is only an icon, with words for those who wait and those who listen. */
export function IconButton({ icon: Icon, label, name = label, busy = false, onClick }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={name} loading={busy} onClick={onClick}>
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

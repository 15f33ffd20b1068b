import { ActionIcon, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = { label: string; children: ReactNode }

/** A small icon that explains its neighbor, by mouse, touch or keyboard. `label` names what it explains. */
export function InfoTip({ label, children }: Props) {
  return (
    <Tooltip label={children} multiline w={296} p="sm" events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon variant="transparent" c="dimmed" size={24} aria-label={label}>
        <IconInfoCircle size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

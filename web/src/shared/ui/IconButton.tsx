import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { PHONE } from '@/shared/constants/layout'

type Props = {
  icon: Icon
  /** What it does, for the tooltip. */
  label: string
  /** The same and to what, where a list has many of them; for screen readers. */
  name?: string
  /** The beginning of `name`, to be read on a phone, where no pointer waits for a tooltip. Without it, an icon there too. */
  word?: string
  busy?: boolean
  onClick: () => void
}

/** A button that is only an icon, with words for those who wait and those who listen. */
export function IconButton({ icon: Icon, label, name = label, word, busy = false, onClick }: Props) {
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const button = { 'aria-label': name, loading: busy, onClick }
  if (phone && word !== undefined) {
    return (
      <Button variant="default" size="xs" px="xs" leftSection={<Icon size={16} stroke={1.75} />} {...button}>
        {word}
      </Button>
    )
  }
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={32} {...button}>
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

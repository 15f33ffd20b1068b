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
  shortLabel?: string
  busy?: boolean
  /** Why it cannot be done: says so to everybody who gets there, and does nothing. */
  unavailable?: string | undefined
  onClick: () => void
}

/** Room for a sentence. */
const WIDEST = 260

/** A button that is only an icon, with words for those who wait and those who listen. */
export function IconButton(props: Props) {
  const { icon: Icon, label, name = label, shortLabel, busy = false, unavailable, onClick } = props
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const can = unavailable === undefined
  const button = {
    'aria-label': name,
    loading: busy,
    // It keeps its place among what the keyboard reaches: nobody can read why on what takes no focus.
    ...(can
      ? { onClick }
      : { 'aria-disabled': true, 'aria-description': unavailable, 'data-disabled': true as const }),
  }
  const labelled = phone && shortLabel !== undefined
  const shown = labelled ? (
    <Button variant="default" size="xs" px="xs" leftSection={<Icon size={16} stroke={1.75} />} {...button}>
      {shortLabel}
    </Button>
  ) : (
    <ActionIcon variant="subtle" color="gray" size={32} {...(can ? {} : { bg: 'transparent' })} {...button}>
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  )
  if (can) return labelled ? shown : <Tooltip label={label}>{shown}</Tooltip>
  return (
    <Tooltip label={unavailable} multiline maw={WIDEST} events={{ hover: true, focus: true, touch: true }}>
      {shown}
    </Tooltip>
  )
}

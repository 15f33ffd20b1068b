import { ActionIcon, Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { usePhone } from '@/util/usePhone'

type Props = {
  icon: Icon
  /** Tooltip text: the action. */
  label: string
  /** Accessible name: the action and its object, in a list with several such buttons. */
  name?: string
  /** Visible text on a phone, where tooltips are not available; the beginning of `name`. Without it, only the icon is shown. */
  shortLabel?: string
  busy?: boolean
  /** Why the action is unavailable: shown and read out; the button then does nothing. */
  unavailable?: string | undefined
  onClick: () => void
}

/** Shows only an icon, with a tooltip and an accessible name. */
export function IconButton(props: Props) {
  const { icon: Icon, label, name = label, shortLabel, busy = false, unavailable, onClick } = props
  const phone = usePhone()
  const can = unavailable === undefined
  const button = {
    'aria-label': name,
    loading: busy,
    // Stays focusable: the reason could not be read on a control without focus.
    ...(can
      ? { onClick }
      : { 'aria-disabled': true, 'aria-description': unavailable, 'data-disabled': true as const }),
  }
  if (phone && shortLabel !== undefined) {
    return (
      <Button
        variant="default"
        size="xs"
        px="xs"
        leftSection={<Icon size={16} stroke={1.75} />}
        data-tip={unavailable}
        {...button}
      >
        {shortLabel}
      </Button>
    )
  }
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      {...(can ? {} : { bg: 'transparent' })}
      data-tip={unavailable ?? label}
      {...button}
    >
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  )
}

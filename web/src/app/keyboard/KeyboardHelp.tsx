import { ActionIcon, Checkbox, Modal, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { ADMIN_SCREENS, SCREENS } from '@/app/screens'
import { useIsAdmin } from '@/shared/lib/session'
import { ShortcutList } from './ShortcutList'
import { useShortcuts, useShortcutsOn } from './useShortcuts'

const LABEL = 'Keyboard shortcuts'

/** The button that shows which keys there are, and the keys themselves. */
export function KeyboardHelp() {
  const [opened, { open, close }] = useDisclosure(false)
  const [on, setOn] = useShortcutsOn()
  const screens = useIsAdmin() ? [...SCREENS, ...ADMIN_SCREENS] : SCREENS
  useShortcuts(open)
  return (
    <>
      <Tooltip label={LABEL}>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={LABEL} onClick={open}>
          <IconKeyboard size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Modal opened={opened} onClose={close} title={LABEL} centered>
        <ShortcutList
          shortcuts={[
            { keys: ['?'], does: 'Show this list' },
            { keys: ['/'], does: 'Search, where a screen can be searched' },
            ...screens.flatMap(({ nav }) =>
              nav ? [{ keys: ['g', nav.key], does: `Go to ${nav.label}` }] : [],
            ),
          ]}
        />
        <Checkbox
          mt="lg"
          label="Use these shortcuts"
          description="Tab, Enter and Escape always work."
          checked={on}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        />
      </Modal>
    </>
  )
}

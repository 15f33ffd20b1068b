import { Checkbox, Modal } from '@mantine/core'
import { useIsAdmin } from '@/api/session'
import { ADMIN_SCREENS, SCREENS } from '@/app/screens'
import { ShortcutList } from './ShortcutList'
import { useShortcutsOn } from './useShortcuts'

type Props = { title: string; opened: boolean; onClose: () => void }

/** Lists the keyboard shortcuts and switches them on and off. */
export function KeyboardDialog({ title, opened, onClose }: Props) {
  const [on, setOn] = useShortcutsOn()
  const screens = useIsAdmin() ? [...SCREENS, ...ADMIN_SCREENS] : SCREENS
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <ShortcutList
        shortcuts={[
          { keys: ['?'], does: 'Show this list' },
          { keys: ['/'], does: 'Search, on screens with a search box' },
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
  )
}

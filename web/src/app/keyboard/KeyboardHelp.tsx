import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useRoleScreens } from '@/app/roleScreens'
import { SCREENS } from '@/app/screens'
import { Modal } from '@/components/dialogs/Overlays'
import classes from './KeyboardHelp.module.css'
import { useShortcutsOn } from './shortcuts'

type KeyboardDialogProps = { opened: boolean; onClose: () => void }

/** Lists the keyboard shortcuts and switches them on and off. */
export function KeyboardDialog({ opened, onClose }: KeyboardDialogProps) {
  const [on, setOn] = useShortcutsOn()
  const screens = [...SCREENS, ...useRoleScreens()]
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" centered>
      <ShortcutList
        shortcuts={[
          { keys: ['?'], does: 'Show this list' },
          { keys: ['/'], does: 'Focus search' },
          ...screens.flatMap(({ nav }) =>
            nav ? [{ keys: ['g', nav.key], does: `Go to ${nav.label}` }] : [],
          ),
        ]}
      />
      <Checkbox
        mt="lg"
        label="Enable shortcuts"
        description="Tab, Enter and Escape always work."
        checked={on}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
    </Modal>
  )
}

type ShortcutListProps = { shortcuts: { keys: string[]; does: string }[] }

function ShortcutList({ shortcuts }: ShortcutListProps) {
  return (
    <dl className={classes.list}>
      {shortcuts.map(({ keys, does }) => (
        <div key={does} className={classes.row}>
          <dt>
            {keys.map((key, index) => (
              <span key={key}>
                {index > 0 && ' then '}
                <kbd className={classes.key}>{key}</kbd>
              </span>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}

import { Checkbox, Modal } from '@mantine/core'
import { useDisclosure, useLocalStorage, useWindowEvent } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useIsAdmin } from '@/api/session'
import { ADMIN_SCREENS, SCREENS } from '@/app/screens'
import { IconButton } from '@/components/IconButton'
import classes from './KeyboardHelp.module.css'

const LABEL = 'Keyboard shortcuts'

/** Shows the button that opens the list of keyboard shortcuts, and registers the shortcuts. */
export function KeyboardHelp() {
  const [opened, { open, close }] = useDisclosure(false)
  useShortcuts(open)
  return (
    <>
      <IconButton icon={IconKeyboard} label={LABEL} onClick={open} />
      <KeyboardDialog title={LABEL} opened={opened} onClose={close} />
    </>
  )
}

type KeyboardDialogProps = { title: string; opened: boolean; onClose: () => void }

/** Lists the keyboard shortcuts and switches them on and off. */
function KeyboardDialog({ title, opened, onClose }: KeyboardDialogProps) {
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

/** Milliseconds after `g` within which the letter of a screen counts as the second key. */
const SECOND_KEY_WITHIN_MS = 1500

/** Stores whether the shortcuts are on. Single-letter shortcuts interfere with speech input, so they can be switched off. */
const useShortcutsOn = () =>
  useLocalStorage({ key: 'clipmeter.shortcuts', defaultValue: true, getInitialValueInEffect: false })

/** Handles `?` for help, `/` for the screen's search box, and `g` plus a letter for a screen; inactive while typing or in a dialog. */
function useShortcuts(onHelp: () => void): void {
  const [on] = useShortcutsOn()
  const navigate = useNavigate()
  const screens = useIsAdmin() ? [...SCREENS, ...ADMIN_SCREENS] : SCREENS
  const goSince = useRef(Number.NEGATIVE_INFINITY)
  useWindowEvent('keydown', (event) => {
    if (!on || isMeantForAnother(event)) return
    const screen =
      event.timeStamp - goSince.current < SECOND_KEY_WITHIN_MS &&
      screens.find(({ nav }) => nav?.key === event.key)
    goSince.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    if (screen) void navigate(screen.path)
    else if (event.key === '?') onHelp()
    else if (event.key === '/') focusSearch(event)
  })
}

function isMeantForAnother(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const typing = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
  return typing || document.querySelector('[aria-modal="true"]') !== null
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLElement>('[data-search]')
  if (!search) return
  event.preventDefault()
  search.focus()
}

import { IconSelector, type Icon } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './UserMenu.module.css'

/** An entry of the menu. `section` begins a new section. */
export type MenuItem = { label: string; icon: Icon; section?: boolean; choose: () => void }

type Props = { label: string; items: MenuItem[]; children: ReactNode }

/** Keys that move the focus, by the change of the item's position. */
const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * Shows a button that opens a menu above itself. Mantine's menu would add a positioning library to the first load, which is only
 * worthwhile for menus whose place is not fixed.
 */
export function UserMenu({ label, items, children }: Props) {
  const [opened, setOpened] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!opened) return
    focusItem(list.current, 0)
    const close = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpened(false)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
    }
  }, [opened])
  const leave = () => {
    setOpened(false)
    // Before the item acts: a dialog returns the focus to where it was when it opened.
    button.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') leave()
    if (event.key !== 'Escape' && step === undefined) return
    event.preventDefault()
    if (step) focusItem(list.current, step(focusedItem(list.current), items.length))
  }
  return (
    <div ref={frame} className={classes.frame}>
      {opened && (
        <div
          ref={list}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={classes.menu}
          onKeyDown={press}
        >
          {items.map(({ label: name, icon: Sign, section, choose }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classes.item}
              data-section={section || undefined}
              onClick={() => {
                leave()
                choose()
              }}
            >
              <Sign size={18} stroke={1.75} aria-hidden />
              {name}
            </button>
          ))}
        </div>
      )}
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-haspopup="menu"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
        onKeyDown={({ key }) => (key === 'ArrowUp' || key === 'ArrowDown') && setOpened(true)}
      >
        {children}
        <IconSelector size={18} stroke={1.75} aria-hidden className={classes.icon} />
      </button>
    </div>
  )
}

function itemsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
}

function focusItem(list: HTMLElement | null, at: number): void {
  itemsIn(list)[at]?.focus()
}

function focusedItem(list: HTMLElement | null): number {
  return itemsIn(list).findIndex((item) => item === document.activeElement)
}

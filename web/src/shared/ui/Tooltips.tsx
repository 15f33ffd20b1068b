import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

const WIDEST = 260

/**
 * The tooltip of whatever says its words in `data-tip`, by mouse, touch or focus. There is one for all of them: tables have
 * hundreds of such places, and a tooltip of its own for each takes longer to draw than the rest of its row.
 */
export function Tooltips() {
  const [place, setPlace] = useState(document.body)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const point = ({ target }: Event) => {
      const next = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      // The words stay while the tooltip fades.
      if (next) setPlace(next)
      setOpened(next !== null)
    }
    const leave = () => setOpened(false)
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    document.addEventListener('mouseover', point)
    document.addEventListener('focusin', point)
    document.documentElement.addEventListener('mouseleave', leave)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('mouseover', point)
      document.removeEventListener('focusin', point)
      document.documentElement.removeEventListener('mouseleave', leave)
      document.removeEventListener('keydown', press)
    }
  }, [])
  // Whose place is gone, by a poll or another screen, it hides by itself.
  return <Tooltip target={place} label={place.dataset['tip']} opened={opened} multiline maw={WIDEST} />
}

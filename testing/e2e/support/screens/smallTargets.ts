import type { Page } from '@playwright/test'

/** Size that a finger needs, in pixels; half a pixel less, because sizes are rounded. */
const FINGER_PX = 43.5

/**
 * Returns the controls of the page that are too small for a finger: what they say, and their size. A click on a label, on the frame of
 * an input, or on a row or card that a control covers, counts as one on the control.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((finger) => {
    const isSmall = (target: Element) => {
      const { width, height } = target.getBoundingClientRect()
      return width < finger || height < finger
    }
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((control) => {
        // The link that skips the menu is above the page until it has the focus, and hidden inputs are a point.
        const { width, height, right, bottom } = control.getBoundingClientRect()
        if (right <= 0 || bottom + scrollY <= 0 || width <= 1 || height <= 1) return false
        return control.checkVisibility({ visibilityProperty: true }) && !control.closest('[inert]')
      })
      .filter((control) => {
        const { position, content } = getComputedStyle(control, '::after')
        const covers = content !== 'none' && position === 'absolute'
        const covered =
          covers && getComputedStyle(control).position === 'static' ? control.offsetParent : null
        const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
        const targets = [control, ...labels, control.closest('.mantine-Input-wrapper'), covered]
        return targets.every((target) => target === null || isSmall(target))
      })
      .map((control) => {
        const { width, height } = control.getBoundingClientRect()
        const text = control.getAttribute('aria-label') ?? control.textContent.trim()
        return `${control.tagName.toLowerCase()} "${text}": ${Math.round(width)} × ${Math.round(height)}`
      })
  }, FINGER_PX)
}

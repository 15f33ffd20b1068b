import { TextWithTooltip } from '@/components/Texts'
import { formatRefreshInterval, type Cadence } from './cadence'

/** Shows how often an account is scraped. A tooltip for mouse, touch and keyboard explains a deviation from the configured interval. */
export function CadenceNote({ cadence }: { cadence: Cadence }) {
  const text = formatRefreshInterval(cadence)
  return cadence.reason === 'configured' ? (
    <span>{text}</span>
  ) : (
    <TextWithTooltip by={cadence.text}>{text}</TextWithTooltip>
  )
}

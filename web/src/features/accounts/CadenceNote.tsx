import { TextWithTooltip } from '@/shared/ui/TextWithTooltip'
import { formatRefreshInterval, type Cadence } from './cadence'

/** How often an account is read. Where that is not as it is set, why is told by mouse, touch or keyboard. */
export function CadenceNote({ cadence }: { cadence: Cadence }) {
  const text = formatRefreshInterval(cadence)
  return cadence.reason === 'configured' ? (
    <span>{text}</span>
  ) : (
    <TextWithTooltip by={cadence.text}>{text}</TextWithTooltip>
  )
}

import { Explained } from '@/shared/ui/Explained'
import { paceInWords, type Pace } from './pace'

/** How often an account is read. Where that is not as it is set, why is told by mouse, touch or keyboard. */
export function PaceNote({ pace }: { pace: Pace }) {
  const words = paceInWords(pace)
  return pace.reason === 'configured' ? <span>{words}</span> : <Explained by={pace.text}>{words}</Explained>
}

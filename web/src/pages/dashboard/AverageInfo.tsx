import type { ReactNode } from 'react'
import { InfoTip } from './InfoTip'

type Props = { label: string; formula: string; item: string; mean: ReactNode }

/** Explains how an average is calculated, and shows the mean over items as the alternative. */
export function AverageInfo({ label, formula, item, mean }: Props) {
  return (
    <InfoTip label={`How ${label} is calculated`}>
      <div>Totals over totals: {formula}.</div>
      <div>
        Mean of every {item}&rsquo;s own value: <strong>{mean}</strong>. There, a {item} with few views weighs
        as much as one with many.
      </div>
    </InfoTip>
  )
}

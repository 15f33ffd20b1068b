import { costOf, cpmOf, type Cost } from '@/util/cost'
import { formatAmount, formatCpm, formatExact } from '@/util/format'
import classes from './CostExamples.module.css'

/** An ordinary post, a good one and a viral one. */
const VIEWS = [10_000, 100_000, 1_000_000]

/** Cost of three example posts under a model. */
export function CostExamples({ cost }: { cost: Cost }) {
  return (
    <table className={classes.examples} aria-label="Examples">
      <thead>
        <tr>
          <th scope="col">A post with</th>
          <th scope="col">costs</th>
          <th scope="col">CPM</th>
        </tr>
      </thead>
      <tbody>
        {VIEWS.map((views) => (
          <tr key={views}>
            <th scope="row">{formatExact(views)} views</th>
            <td>{formatAmount(costOf(cost, views) ?? 0)}</td>
            <td>{formatCpm(cpmOf(cost, views) ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

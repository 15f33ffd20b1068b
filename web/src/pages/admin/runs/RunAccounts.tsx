import { Progress } from '@mantine/core'
import { formatExact } from '@/util/format'
import type { Run } from './queries'
import classes from './RunAccounts.module.css'

/** Number of accounts of a run: its progress while it is open, and how many failed. */
export function RunAccounts({ run: { accounts, done, failed, status } }: { run: Run }) {
  return (
    <div className={classes.accounts}>
      {status === 'completed' ? formatExact(accounts) : `${formatExact(done)} of ${formatExact(accounts)}`}
      {failed > 0 && <span className={classes.failed}> · {formatExact(failed)} failed</span>}
      {status === 'running' && (
        <Progress
          value={accounts === 0 ? 0 : (100 * done) / accounts}
          size="xs"
          mt={4}
          aria-label="Accounts done"
        />
      )}
    </div>
  )
}

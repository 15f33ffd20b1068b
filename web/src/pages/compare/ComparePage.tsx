import { useIsAdmin } from '@/api/session'
import { ExportButton } from '@/components/buttons/ExportButton'
import { PageHeader } from '@/components/layout/Page'
import { PeriodSelect } from '@/components/forms/PeriodSelect'
import { QueryView } from '@/components/layout/QueryView'
import { usePeriod } from '@/util/time/usePeriod'
import { useCompareView } from './compareView'
import { Comparison } from './Comparison'
import { exportComparison, useChosen } from './queries'

/** Compares up to six accounts, or groups for admins, on one chart. The selection and the view are in the URL. */
export function ComparePage() {
  const admin = useIsAdmin()
  const view = useCompareView(admin)
  const { subject, chosen, by } = view
  // The same for everyone who opens the address, and long enough for posts to age.
  const period = usePeriod('28-days')
  const selected = useChosen(subject, chosen.ids)
  const known = selected.data?.known ?? []
  const compared = { subject, ids: known.map(({ id }) => id), period: period.period }
  return (
    <>
      <PageHeader
        title="Compare"
        subtitle="The growth of several accounts or groups on one chart"
        actions={
          <>
            <PeriodSelect {...period} />
            <ExportButton call={exportComparison(compared, by)} empty={known.length === 0} />
          </>
        }
      />
      <QueryView query={selected} loading={null}>
        {(choices) => (
          <Comparison {...choices} view={view} period={period.period} onStale={selected.refetch} />
        )}
      </QueryView>
    </>
  )
}

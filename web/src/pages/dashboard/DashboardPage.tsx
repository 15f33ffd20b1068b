import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useIsAdmin, useIsViewer, useSession } from '@/api/session'
import { useMayManage } from '@/api/useMayManage'
import { openHistory } from '@/charts/history/historyUrl'
import { PageHeader } from '@/components/layout/Page'
import { ScrapeAllButton, type Scraping } from '@/components/runs/ScrapeAllButton'
import { GroupSelect } from '@/components/forms/GroupSelect'
import { ShareButton } from '@/components/sharing/ShareButton'
import { RelativeTime } from '@/components/values/Values'
import { onDemand } from '@/util/onDemand'
import { useGroupParam } from '@/util/url/useGroupParam'
import { useUrlParams } from '@/util/url/useUrlParams'
import { DashboardSkeleton } from './DashboardSkeleton'
import { GrowthPanel } from './growth/GrowthPanel'
import { useRefreshDashboard, useScrapeAll, useStats } from './queries'

/** Below what the screen shows first. */
const Totals = onDemand(() => import('./Totals').then((file) => file.Totals), <DashboardSkeleton />)

const DashboardHistory = onDemand(() => import('./DashboardHistory').then((file) => file.DashboardHistory))

const RunsProgress = onDemand(() =>
  import('@/components/runs/RunsProgress').then((file) => file.RunsProgress),
)

export function DashboardPage() {
  const { groupId } = useGroupParam()
  // Stays after the first history, so that the next ones open and close with a transition.
  const opened = openHistory(useUrlParams().search) !== undefined
  const [used, setUsed] = useState(opened)
  if (opened && !used) setUsed(true)
  const viewer = useIsViewer()
  const group = useSession()?.user.group_name ?? ''
  const stats = useStats(groupId)
  const scraping = useScrapeAll(groupId)
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={
          <>
            {viewer && `${group}, shared with you. `}
            <UpdatedAt time={stats.dataUpdatedAt} failed={stats.isError} />
          </>
        }
        actions={<DashboardActions scraping={scraping} />}
      />
      {scraping.progress && <RunsProgress progress={scraping.progress} />}
      <GrowthPanel groupId={groupId} />
      <Totals groupId={groupId} stats={stats} />
      {used && <DashboardHistory groupId={groupId} />}
    </>
  )
}

function DashboardActions({ scraping }: { scraping: Scraping }) {
  const admin = useIsAdmin()
  const mayManage = useMayManage()
  const { groupId, setGroup } = useGroupParam()
  const refresh = useRefreshDashboard()
  return (
    <>
      {admin && <GroupSelect value={groupId} onChange={setGroup} />}
      <ActionIcon
        aria-label="Refresh"
        data-tip="Refresh"
        onClick={() => refresh.mutate()}
        loading={refresh.isPending}
      >
        <IconRefresh size={18} stroke={1.75} />
      </ActionIcon>
      <ShareButton groupId={groupId} />
      {mayManage && <ScrapeAllButton variant="default" scraping={scraping} />}
    </>
  )
}

type UpdatedAtProps = {
  /** In milliseconds, 0 before the first success. */
  time: number
  /** The last attempt failed; a banner says why. */
  failed: boolean
}

/** Shows when the numbers on screen were loaded. */
function UpdatedAt({ time, failed }: UpdatedAtProps) {
  if (time === 0) return <>{failed ? 'Not loaded' : 'Loading…'}</>
  return (
    <>
      Updated <RelativeTime iso={new Date(time).toISOString()} />
    </>
  )
}

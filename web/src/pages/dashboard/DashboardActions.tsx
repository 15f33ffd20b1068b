import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { useIsAdmin } from '@/api/session'
import { GroupSelect } from '@/components/Selects'
import { useDashboardView } from './useDashboardView'
import { useRefreshDashboard } from './useScrapeAll'

type Props = { busy: boolean; onScrape: () => void }

export function DashboardActions({ busy, onScrape }: Props) {
  const admin = useIsAdmin()
  const { groupId, setGroup } = useDashboardView()
  const refresh = useRefreshDashboard()
  return (
    <>
      {admin && <GroupSelect value={groupId} onChange={setGroup} />}
      <Tooltip label="Refresh">
        <ActionIcon aria-label="Refresh" onClick={() => refresh.mutate()} loading={refresh.isPending}>
          <IconRefresh size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Button leftSection={<IconPlayerPlay size={16} stroke={1.75} />} loading={busy} onClick={onScrape}>
        Scrape All
      </Button>
    </>
  )
}

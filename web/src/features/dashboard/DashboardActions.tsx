import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { useRefreshDashboard, useScrapeAll } from './useScrapeAll'

export function DashboardActions() {
  const refresh = useRefreshDashboard()
  const scrape = useScrapeAll()
  return (
    <>
      <Tooltip label="Refresh">
        <ActionIcon aria-label="Refresh" onClick={() => refresh.mutate()} loading={refresh.isPending}>
          <IconRefresh size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Button
        leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
        loading={scrape.isPending}
        onClick={() => scrape.mutate({})}
      >
        Scrape All
      </Button>
    </>
  )
}

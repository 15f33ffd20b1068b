import { Skeleton, Text } from '@mantine/core'
import { Panel, PanelHeader } from '@/components/Panel'
import { QueryView } from '@/components/QueryView'
import { useScrapingStatus } from './queries'
import { ScrapingRow } from './ScrapingRow'
import classes from './ScrapingPanel.module.css'

const SKELETON_HEIGHT = 96

/** Scrape status per platform; for a single group, scrapes can be started here. */
export function ScrapingPanel({ groupId }: { groupId: number | undefined }) {
  const status = useScrapingStatus(groupId)
  return (
    <Panel aria-label="Scraping Status">
      <PanelHeader
        title="Scraping Status"
        actions={
          groupId === undefined && (
            <Text fz="sm" c="dimmed">
              Choose a group to scrape its accounts from here
            </Text>
          )
        }
      />
      <QueryView query={status} loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}>
        {(data) => (
          <ul className={classes.rows}>
            <ScrapingRow platform="instagram" status={data} groupId={groupId} />
            <ScrapingRow platform="tiktok" status={data} groupId={groupId} />
          </ul>
        )}
      </QueryView>
    </Panel>
  )
}

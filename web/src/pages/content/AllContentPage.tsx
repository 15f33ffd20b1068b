import { Tabs } from '@mantine/core'
import { PageHeader } from '@/components/Page'
import { parseTableView } from '@/table/tableView'
import { useUrlParams } from '@/util/useUrlParams'
import { InstagramTab } from './InstagramTab'
import { TiktokTab } from './TiktokTab'
import { parseTab, tabSearch } from './view'

/** Shows all collected posts and videos, with one tab per platform. The view is stored in the URL. */
export function AllContentPage() {
  const { search, change } = useUrlParams()
  const setTab = (tab: string | null) =>
    change((now) => tabSearch(tab === 'tiktok' ? 'tiktok' : 'instagram', parseTableView(now, [])), {
      toTop: true,
    })
  return (
    <>
      <PageHeader
        title="All Content Data"
        subtitle="A complete view of all collected content with full metrics and real-time updates"
      />
      <Tabs value={parseTab(search)} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="instagram">Instagram Posts</Tabs.Tab>
          <Tabs.Tab value="tiktok">TikTok Videos</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="instagram">
          <InstagramTab />
        </Tabs.Panel>
        <Tabs.Panel value="tiktok">
          <TiktokTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

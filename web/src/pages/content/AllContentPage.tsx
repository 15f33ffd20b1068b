import { Tabs } from '@mantine/core'
import { PageHeader } from '@/components/Page'
import { parseTableView } from '@/table/tableView'
import { itemsTitle, PLATFORM_CODES } from '@/util/platform'
import { useUrlParams } from '@/util/useUrlParams'
import { ContentTab } from './ContentTab'
import { parseTab, tabSearch } from './view'

/** Shows all collected posts and videos, with one tab per platform. The view is stored in the URL. */
export function AllContentPage() {
  const { search, change } = useUrlParams()
  const setTab = (tab: string | null) =>
    change((now) => tabSearch(parseTab(tab), parseTableView(now, [])), { toTop: true })
  return (
    <>
      <PageHeader
        title="All Content Data"
        subtitle="A complete view of all collected content with full metrics and real-time updates"
      />
      <Tabs value={parseTab(search.get('tab'))} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          {PLATFORM_CODES.map((platform) => (
            <Tabs.Tab key={platform} value={platform}>
              {itemsTitle(platform)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {PLATFORM_CODES.map((platform) => (
          <Tabs.Panel key={platform} value={platform}>
            <ContentTab platform={platform} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

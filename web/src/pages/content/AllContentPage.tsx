import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useEffect } from 'react'
import { PageHeader } from '@/components/layout/Page'
import { parseTableView } from '@/table/tableView'
import { itemsTitle, PLATFORM_CODES } from '@/util/platform'
import { rememberView } from '@/util/url/lastView'
import { useUrlParams } from '@/util/url/useUrlParams'
import { ContentTab } from './ContentTab'
import { withScope } from './scope'
import { ScopeSelect } from './ScopeSelect'
import { parseTab, tabSearch } from './view'
import { ViewsMenu } from './views/ViewsMenu'

/** Shows all collected posts and videos, with one tab per platform. The view is stored in the URL. */
export function AllContentPage() {
  const { search, change } = useUrlParams()
  useEffect(() => rememberView(search), [search])
  const setTab = (tab: string | null) =>
    change((now) => withScope(tabSearch(parseTab(tab), parseTableView(now, [])), now), { toTop: true })
  return (
    <>
      <PageHeader
        title="All Content Data"
        subtitle="A complete view of all collected content with full metrics and real-time updates"
        actions={
          <>
            <ViewsMenu />
            <ScopeSelect />
          </>
        }
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

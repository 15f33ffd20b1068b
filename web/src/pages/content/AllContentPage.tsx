import { useEffect } from 'react'
import { useIsViewer } from '@/api/session'
import { PageHeader } from '@/components/layout/Page'
import { Tabs } from '@/components/layout/Tabs'
import { parseTableView } from '@/table/tableView'
import { rememberView } from '@/util/url/lastView'
import { useUrlParams } from '@/util/url/useUrlParams'
import { ContentTab } from './ContentTab'
import { withScope } from './scope'
import { ScopeSelect } from './ScopeSelect'
import { parseTable, TABLES, tableTitle, type TableCode } from './tables'
import { tabSearch } from './view'
import { ViewsMenu } from './views/ViewsMenu'

/** Shows all collected posts and videos, with a tab for each platform and one for all. The view is stored in the URL. */
export function AllContentPage() {
  const { search, change } = useUrlParams()
  const viewer = useIsViewer()
  useEffect(() => rememberView(search), [search])
  const setTab = (tab: TableCode) =>
    change((now) => withScope(tabSearch(tab, parseTableView(now, [])), now), { toTop: true })
  return (
    <>
      <PageHeader
        title="All Content Data"
        subtitle="A complete view of all collected content with full metrics and real-time updates"
        actions={
          <>
            {!viewer && <ViewsMenu />}
            <ScopeSelect />
          </>
        }
      />
      <Tabs
        value={parseTable(search.get('tab'))}
        onChange={setTab}
        tabs={TABLES.map((table) => ({
          value: table,
          label: tableTitle(table),
          content: <ContentTab table={table} />,
        }))}
      />
    </>
  )
}

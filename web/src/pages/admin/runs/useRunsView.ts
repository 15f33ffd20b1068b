import { useUrlParams } from '@/util/useUrlParams'
import { parseRunsView, withRunsView, type RunsView } from './runsView'

type Filters = Omit<RunsView, 'page' | 'run'>

/** Filters, page and open run, stored in the URL. */
export function useRunsView() {
  const { search, change } = useUrlParams()
  const show = (part: Partial<RunsView>, replace = false) =>
    change((now) => withRunsView(now, { ...parseRunsView(now), ...part }), { replace })
  return {
    view: parseRunsView(search),
    setFilters: (filters: Partial<Filters>) => show({ ...filters, page: 1 }, true),
    setPage: (page: number) => show({ page }),
    openRun: (run: string) => show({ run }),
    closeRun: () => show({ run: undefined }),
  }
}

import { useUrlParams } from '@/util/useUrlParams'
import { parseSort, withSort, type Sort } from './sort'

/** Sort order of a table, stored in the URL beside other parameters. `sorts` are the valid sort keys. */
export function useSort(sorts: readonly string[]) {
  const { search, change } = useUrlParams()
  return {
    sort: parseSort(search, sorts),
    setSort: (sort: Sort | undefined) => change((now) => withSort(now, sort)),
  }
}

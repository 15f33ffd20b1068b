import { Navigate } from 'react-router'
import { pageParameter, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

/** Opens the last page of a list instead of the one in the URL, which does not exist, or no longer does. */
export function LastPage({ page }: { page: number }) {
  const { search } = useUrlParams()
  return (
    <Navigate to={{ search: withParameters(search, { page: pageParameter(page) }).toString() }} replace />
  )
}

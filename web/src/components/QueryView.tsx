import type { ReactNode } from 'react'
import { LoadError } from './LoadError'

type Query<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown }
type Props<Data> = { query: Query<Data>; loading: ReactNode; children: (data: Data) => ReactNode }

/** Renders a query: a loading state, an error (with the last loaded data), or the data. */
export function QueryView<Data>({ query, loading, children }: Props<Data>) {
  const { data, error, refetch } = query
  return (
    <>
      {error != null && <LoadError error={error} stale={data !== undefined} onRetry={() => void refetch()} />}
      {data === undefined ? error == null && loading : children(data)}
    </>
  )
}

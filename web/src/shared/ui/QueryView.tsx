import type { ReactNode } from 'react'
import { LoadError } from './LoadError'

type Query<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown }
type Props<Data> = { query: Query<Data>; loading: ReactNode; children: (data: Data) => ReactNode }

/** A query on screen: what is loading, what failed (with the last known data kept), and the data. */
export function QueryView<Data>({ query, loading, children }: Props<Data>) {
  const { data, error, refetch } = query
  return (
    <>
      {error != null && <LoadError error={error} stale={data !== undefined} onRetry={() => void refetch()} />}
      {data === undefined ? error == null && loading : children(data)}
    </>
  )
}

import { Text } from '@mantine/core'
import type { Schema } from '@/api/types'
import { RelativeTime } from '@/components/Values'

/** The current revision of the configuration: author, time and note. */
export function CurrentRevision({ of: config }: { of: Schema<'PlatformConfigResponse'> }) {
  const { revision, made_at: at, made_by: by, note } = config
  return (
    <Text fz="sm" c="dimmed" mb="md" maw={720}>
      IDs, sizes and rate limits that scrapers use; a change applies to runs that start after it.{' '}
      {at == null ? (
        'Using built-in defaults.'
      ) : (
        <>
          Revision {revision}, {by == null ? 'discovered in platform scripts' : `by ${by}`}{' '}
          <RelativeTime iso={at} />
          {note !== '' && `: ${note}`}
        </>
      )}
    </Text>
  )
}

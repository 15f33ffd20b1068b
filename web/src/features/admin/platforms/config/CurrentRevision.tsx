import { Text } from '@mantine/core'
import type { Schema } from '@/shared/api/types'
import { RelativeTime } from '@/shared/ui/RelativeTime'

/** Which version of the facts holds, and who made it when and why. */
export function CurrentRevision({ of: config }: { of: Schema<'PlatformConfigResponse'> }) {
  const { revision, made_at: at, made_by: by, note } = config
  return (
    <Text fz="sm" c="dimmed" mb="md" maw={720}>
      IDs, sizes and rate limits that scrapers use, handed out with each run that begins.{' '}
      {at == null ? (
        'Using built-in defaults.'
      ) : (
        <>
          Revision {revision}, {by == null ? 'read from a platform’s scripts' : `by ${by}`}{' '}
          <RelativeTime iso={at} />
          {note !== '' && `: ${note}`}
        </>
      )}
    </Text>
  )
}

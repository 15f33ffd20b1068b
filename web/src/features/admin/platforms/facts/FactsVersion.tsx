import { Text } from '@mantine/core'
import type { Schema } from '@/shared/api/types'
import { RelativeTime } from '@/shared/ui/RelativeTime'

/** Which version of the facts holds, and who made it when and why. */
export function FactsVersion({ of: facts }: { of: Schema<'PlatformFacts'> }) {
  const { version, made_at: at, made_by: by, note } = facts
  return (
    <Text fz="sm" c="dimmed" mb="md" maw={720}>
      Ids, sizes and pace that scrapers use, handed out with each run that begins.{' '}
      {at == null ? (
        'They are those of the release.'
      ) : (
        <>
          Version {version}, {by == null ? 'read from a platform’s scripts' : `by ${by}`}{' '}
          <RelativeTime iso={at} />
          {note !== '' && `: ${note}`}
        </>
      )}
    </Text>
  )
}

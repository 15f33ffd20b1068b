import { Text } from '@mantine/core'
import type { Platform } from '@/shared/lib/platform'
import { gapInWords } from './gap'
import type { Account } from './model'

type Props = { platform: Platform; account: Account }

/** That the platform's list leaves out some of an account's items; nothing while it does not. */
export function GapNote({ platform, account }: Props) {
  const words = gapInWords(platform, account)
  return (
    words !== undefined && (
      <Text fz="xs" c="dimmed">
        {words}
      </Text>
    )
  )
}

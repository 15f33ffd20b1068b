import { Text } from '@mantine/core'
import type { Platform } from '@/util/platform'
import type { Account } from './model'
import { formatGap } from './unlistedItems'

type Props = { platform: Platform; account: Account }

/** Note that the platform's list omits some of the account's items; empty if it does not. */
export function GapNote({ platform, account }: Props) {
  const text = formatGap(platform, account)
  return (
    text !== undefined && (
      <Text fz="xs" c="dimmed">
        {text}
      </Text>
    )
  )
}

import { Text } from '@mantine/core'

/** Former usernames of an account, latest first; empty if it never had another one. */
export function FormerNames({ of: { former_usernames: names } }: { of: { former_usernames: string[] } }) {
  if (names.length === 0) return null
  return (
    <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      formerly{' '}
      {names
        .toReversed()
        .map((name) => `@${name}`)
        .join(', ')}
    </Text>
  )
}

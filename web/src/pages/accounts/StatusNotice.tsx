import { Group, Text } from '@mantine/core'
import { ShowAllAccounts } from './ShowAllAccounts'

/** Notice that only accounts with one status are shown. */
export function StatusNotice({ count }: { count: number }) {
  return (
    <Group gap="sm" mb="md">
      <Text fz="sm" c="dimmed">
        {count === 1 ? '1 account needs' : `${count} accounts need`} attention; the others are hidden.
      </Text>
      <ShowAllAccounts />
    </Group>
  )
}

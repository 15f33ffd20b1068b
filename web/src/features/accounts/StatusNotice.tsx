import { Group, Text } from '@mantine/core'
import { ShowAllAccounts } from './ShowAllAccounts'

/** Says that only the accounts with one status are on screen. */
export function StatusNotice({ count }: { count: number }) {
  return (
    <Group gap="sm" mb="md">
      <Text fz="sm" c="dimmed">
        {count === 1 ? '1 account needs' : `${count} accounts need`} attention; the others are left out.
      </Text>
      <ShowAllAccounts />
    </Group>
  )
}

import { Text } from '@mantine/core'

/** Shows, during a selection, how many accounts cannot be selected because they are managed elsewhere. */
export function ManagedNotice({ count }: { count: number }) {
  return (
    <Text fz="sm" c="dimmed" mb="md" role="status">
      {count === 1
        ? '1 account is managed outside the dashboard and cannot be deleted here.'
        : `${count} accounts are managed outside the dashboard and cannot be deleted here.`}
    </Text>
  )
}

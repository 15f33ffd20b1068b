import { Text } from '@mantine/core'

/** Says, while accounts are being selected, how many of them are left out. */
export function ManagedNotice({ count }: { count: number }) {
  return (
    <Text fz="sm" c="dimmed" mb="md" role="status">
      {count === 1
        ? '1 account is managed outside the dashboard and cannot be deleted here.'
        : `${count} accounts are managed outside the dashboard and cannot be deleted here.`}
    </Text>
  )
}

import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; hint?: string; action?: ReactNode }

/** Placeholder for an empty list, with the action that adds the first entry. */
export function EmptyState({ title, hint, action }: Props) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <Text fw={600}>{title}</Text>
      {hint && (
        <Text c="dimmed" maw={420}>
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  )
}

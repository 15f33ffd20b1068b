import { Group, Text } from '@mantine/core'
import { Logo } from '@/components/Logo'

export function Brand() {
  return (
    <Group gap={10} wrap="nowrap">
      <Logo size="sm" />
      <Text fw={700} fz="lg" lh={1} lts="-0.02em">
        Clipmeter
      </Text>
    </Group>
  )
}

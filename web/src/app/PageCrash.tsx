import { Button, Center, Stack, Text, Title } from '@mantine/core'

/** Shown when a screen crashed or its file could not be loaded (for example after a server update). */
export function PageCrash() {
  return (
    <Center component="main" mih="100vh" p="lg">
      <Stack align="center" gap="md" ta="center">
        <Title order={1}>This page could not be shown</Title>
        <Text c="dimmed">An error occurred. Please try again.</Text>
        <Button onClick={() => location.reload()}>Reload</Button>
      </Stack>
    </Center>
  )
}

import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Logo } from '@/components/Logo'
import { SignInForm } from './SignInForm'

export function SignInPage() {
  useDocumentTitle('Sign In · Clipmeter')
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={376} gap="lg">
        <Stack align="center" gap="md">
          <Logo size="lg" />
          <Stack align="center" gap={4}>
            <Title order={1}>Sign In</Title>
            <Text c="dimmed" fz="sm">
              Clipmeter measures Instagram and TikTok content
            </Text>
          </Stack>
        </Stack>
        <Paper withBorder p="lg" radius="lg" bg="var(--cm-surface)">
          <SignInForm />
        </Paper>
        <Text c="dimmed" fz="sm" ta="center">
          Contact your administrator for login credentials
        </Text>
      </Stack>
    </Center>
  )
}

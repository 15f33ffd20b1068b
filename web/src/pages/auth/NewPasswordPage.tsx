import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { logout } from '@/api/logout'
import { ChangePasswordForm } from '@/components/forms/ChangePasswordForm'
import { AuthFrame } from './SignIn'

/** Takes the place of every screen until the user has replaced a password that an admin knows. */
export function NewPasswordPage() {
  useDocumentTitle('New password · Clipmeter')
  return (
    <AuthFrame
      title="Choose a new password"
      subtitle="An admin set your current password. Choose your own to continue."
      foot={
        <Button variant="subtle" color="gray" onClick={logout}>
          Log out
        </Button>
      }
    >
      <ChangePasswordForm />
    </AuthFrame>
  )
}

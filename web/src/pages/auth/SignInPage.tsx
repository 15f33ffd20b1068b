import { useDocumentTitle } from '@mantine/hooks'
import { session } from '@/api/session'
import { ERROR } from '@/util/messages'
import { SignIn } from './SignIn'

export function SignInPage() {
  useDocumentTitle('Sign In · Clipmeter')
  return <SignIn reason={session.wasRejected() ? ERROR.sessionExpired : undefined} />
}

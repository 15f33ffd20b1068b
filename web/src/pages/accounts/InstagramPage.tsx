import { AccountsPage } from './AccountsPage'
import { instagram } from './instagram'

export function InstagramPage() {
  return <AccountsPage key="instagram" source={instagram} />
}

import { AccountsPage } from './AccountsPage'
import { tiktok } from './tiktok'

export function TiktokPage() {
  return <AccountsPage key="tiktok" source={tiktok} />
}

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserQuestion } from '@tabler/icons-react'
import { useIsAdmin } from '@/api/session'
import { dialogOnDemand } from '@/util/onDemand'
import type { Platform } from '@/util/platform'
import { formatNewOwner } from '@/pages/accounts/accountTexts'
import type { Account } from '@/pages/accounts/model'
import classes from './IdentityNotice.module.css'

const IdentityDialog = dialogOnDemand(() => import('./IdentityDialog').then((file) => file.IdentityDialog))

type Props = { platform: Platform; account: Account }

/** Shows that an account's handle has a new owner, with a button for admins to resolve it. */
export function IdentityNotice({ platform, account }: Props) {
  const admin = useIsAdmin()
  const [deciding, { open, close }] = useDisclosure(false)
  const owner = formatNewOwner(account.new_owner)
  return (
    <div className={classes.notice}>
      <IconUserQuestion size={16} stroke={1.75} aria-hidden className={classes.icon} />
      <div>
        @{account.username} now belongs to another account{owner !== undefined && ` (${owner})`}.{' '}
        {admin ? 'Updates are paused until you choose.' : 'Updates are paused until an admin reviews it.'}
        {admin && (
          <Button
            variant="default"
            size="xs"
            mt={8}
            display="block"
            className={classes.decide ?? ''}
            aria-label={`Review @${account.username}`}
            onClick={open}
          >
            Review
          </Button>
        )}
      </div>
      {admin && <IdentityDialog platform={platform} account={account} opened={deciding} onClose={close} />}
    </div>
  )
}

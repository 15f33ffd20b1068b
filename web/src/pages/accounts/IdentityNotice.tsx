import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserQuestion } from '@tabler/icons-react'
import { useIsAdmin } from '@/api/session'
import { formatNewOwner } from './identity'
import { IdentityDialog } from './IdentityDialog'
import type { Account, PlatformAccounts } from './model'
import classes from './IdentityNotice.module.css'

type Props = { source: PlatformAccounts; account: Account }

/** Notice that an account's handle has a new owner, with a button for admins to resolve it. */
export function IdentityNotice({ source, account }: Props) {
  const admin = useIsAdmin()
  const [deciding, { open, close }] = useDisclosure(false)
  const owner = formatNewOwner(account.new_owner)
  return (
    <div className={classes.notice}>
      <IconUserQuestion size={16} stroke={1.75} aria-hidden className={classes.icon} />
      <div>
        @{account.username} now belongs to another account{owner !== undefined && ` (${owner})`}.{' '}
        {admin
          ? 'Scraping is paused until you decide.'
          : 'Scraping is paused until an administrator decides.'}
        {admin && (
          <Button
            variant="default"
            size="xs"
            mt={8}
            display="block"
            className={classes.decide ?? ''}
            aria-label={`Decide who @${account.username} is`}
            onClick={open}
          >
            Decide
          </Button>
        )}
      </div>
      {admin && <IdentityDialog source={source} account={account} opened={deciding} onClose={close} />}
    </div>
  )
}

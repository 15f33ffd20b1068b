import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '@/components/Dialogs'
import { countItems } from '@/util/platform'
import type { Decision } from './identity'
import type { Account, PlatformAccounts } from './model'
import { NewOwnerDetails } from './NewOwnerDetails'
import { useDecideIdentity } from './useDecideIdentity'

type Props = { source: PlatformAccounts; account: Account; opened: boolean; onClose: () => void }

/** Asks an admin whether the handle's new owner is the same account. */
export function IdentityDialog({ source, account, opened, onClose }: Props) {
  const [decision, setDecision] = useState<Decision | ''>('')
  const close = () => {
    setDecision('')
    onClose()
  }
  const { decide, busy } = useDecideIdentity(source, account, close)
  const { username, new_owner, count } = account
  const items = countItems(source.platform, count)
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={`Who is @${username} now?`}
      submit="Decide"
      busy={busy}
      disabled={decision === ''}
      onSubmit={(event) => {
        event.preventDefault()
        if (decision !== '') decide(decision)
      }}
    >
      <Text fz="sm">
        On the platform, this handle now belongs to a different account than the one scraped so far. Scraping
        is paused until you decide.
      </Text>
      {new_owner && <NewOwnerDetails platform={source.platform} newOwner={new_owner} />}
      <Radio.Group label="Decision" value={decision} onChange={setDecision}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="same"
            label="It is the same account"
            description={`Its ${items} and their history are kept and continued in every group that tracks it.`}
          />
          <Radio
            value="replace"
            label="Follow the new owner"
            description={`This group starts over with the new owner. The ${items} of the former owner are deleted unless other groups track them.`}
          />
        </Stack>
      </Radio.Group>
      <Text fz="sm" c="dimmed">
        To follow neither, cancel and delete the account.
      </Text>
    </FormDialog>
  )
}

import { Radio, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { ExternalLink } from '@/components/values/Texts'
import { Count, DateTime } from '@/components/values/Values'
import { ERROR, SUCCESS } from '@/util/messages'
import { countItems, profileUrl, type Platform } from '@/util/platform'
import { toast } from '@/util/toast'
import { useRefreshAccounts } from '@/pages/accounts/AccountActions'
import type { Decision } from '@/pages/accounts/accountTexts'
import { decideIdentity } from '@/pages/accounts/calls'
import type { Account } from '@/pages/accounts/model'
import classes from './IdentityDialog.module.css'

type Props = {
  platform: Platform
  account: Account
  opened: boolean
  onClose: () => void
}

/** Asks an admin whether the handle's new owner is the same account. */
export function IdentityDialog({ platform, account, opened, onClose }: Props) {
  const [decision, setDecision] = useState<Decision | ''>('')
  const close = () => {
    setDecision('')
    onClose()
  }
  const { decide, busy } = useDecideIdentity(platform, account, close)
  const { username, new_owner, count } = account
  const items = countItems(platform, count)
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={`Is @${username} still the same account?`}
      submit="Save"
      busy={busy}
      disabled={decision === ''}
      onSubmit={(event) => {
        event.preventDefault()
        if (decision !== '') decide(decision)
      }}
    >
      <Text fz="sm">
        This username now leads to a different account. Updates are paused until you choose.
      </Text>
      {new_owner && <NewOwnerDetails platform={platform} newOwner={new_owner} />}
      <Radio.Group label="What should happen?" value={decision} onChange={setDecision}>
        <Stack gap="sm" mt="xs">
          <Radio
            value="same"
            label="It is the same account"
            description={`All ${items} and their history are kept and continued in every group that tracks it.`}
          />
          <Radio
            value="replace"
            label="Follow the new owner"
            description={`This group starts over. The previous owner’s ${items} are removed unless other groups track them.`}
          />
        </Stack>
      </Radio.Group>
      <Text fz="sm" c="dimmed">
        To track neither, cancel and delete the account.
      </Text>
    </FormDialog>
  )
}

type NewOwnerDetailsProps = { platform: Platform; newOwner: Schema<'NewHandleOwner'> }

function NewOwnerDetails({ platform, newOwner }: NewOwnerDetailsProps) {
  const { username, display_name, platform_id, followers, seen_at } = newOwner
  return (
    <dl className={classes.details}>
      <dt>New owner</dt>
      <dd>
        {display_name} <ExternalLink href={profileUrl(platform, username)}>@{username}</ExternalLink>
      </dd>
      <dt>Platform ID</dt>
      <dd>{platform_id}</dd>
      {followers != null && (
        <>
          <dt>Followers</dt>
          <dd>
            <Count value={followers} />
          </dd>
        </>
      )}
      <dt>Found</dt>
      <dd>
        <DateTime iso={seen_at} />
      </dd>
    </dl>
  )
}

/** Sends the admin's decision about a handle conflict. */
function useDecideIdentity(platform: Platform, { id }: Account, onDecided: () => void) {
  const refresh = useRefreshAccounts(platform)
  const decision = useMutation({
    mutationFn: (made: Decision) => decideIdentity(platform, id, made),
    onSuccess: () => {
      toast.success(SUCCESS.identityDecided)
      onDecided()
      refresh()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.decideIdentity)),
  })
  return { decide: decision.mutate, busy: decision.isPending }
}

import { NativeSelect, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client, result } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { useIsAdmin } from '@/api/session'
import { useReloadShareLinks } from '@/api/shareLinks'
import type { Schema } from '@/api/types'
import { CopyButton, useCopy } from '@/components/buttons/CopyButton'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { DoneDialog } from '@/components/dialogs/DoneDialog'
import { useDialogOfCall } from '@/components/dialogs/useDialogOfCall'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { addressOf, explainShareLink, linkOf, NEW_LINK, VALIDITIES } from './shareLink'
import classes from './CreateShareLink.module.css'

type Props = { group: { id: number; name: string }; opened: boolean; onClose: () => void }

/** Creates a share link, then shows its address and tries to copy it to the clipboard. */
export function CreateShareLink({ group, opened, onClose }: Props) {
  const [address, setAddress] = useState<string>()
  const { copy } = useCopy()
  const reload = useReloadShareLinks()
  const form = useForm({
    initialValues: NEW_LINK,
    validate: { name: isNotEmpty('Enter who gets the link') },
  })
  const dialog = useDialogOfCall()
  const close = () => {
    dialog.close()
    create.reset()
    form.reset()
    onClose()
  }
  const create = useMutation({
    mutationFn: (body: Schema<'CreateShareLink'>) => result(client.POST('/api/share-links', { body })),
    onMutate: dialog.begin,
    onSuccess: ({ token }, _body, begun) => {
      const made = addressOf(token, location.origin)
      setAddress(made)
      void copy(made)
      if (dialog.isOpen(begun)) close()
      void reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.createShareLink)),
  })
  return (
    <>
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Create Share Link for ${group.name}`}
        submit="Create Share Link"
        busy={create.isPending}
        onSubmit={form.onSubmit((values) => create.mutate(linkOf(values, group.id)))}
      >
        <Text fz="sm" c="dimmed">
          {explainShareLink(group.name)}
        </Text>
        <TextInput
          label="Name"
          description="Who gets the link. They see the name too."
          required
          maxLength={60}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <NativeSelect label="Expires after" data={VALIDITIES} {...form.getInputProps('validity')} />
      </FormDialog>
      <AddressDialog address={address} onClose={() => setAddress(undefined)} />
    </>
  )
}

/** Shows the address once: the server stores only a digest of its token. */
function AddressDialog({ address, onClose }: { address: string | undefined; onClose: () => void }) {
  const where = useIsAdmin() ? 'the group’s page' : 'the Members page'
  return (
    <DoneDialog opened={address !== undefined} onClose={onClose} title="Share link created">
      {address !== undefined && (
        <>
          <Text fz="sm" c="dimmed" mb="md">
            Send this link now. You won’t see it again. You can delete it on {where}.
          </Text>
          <div className={classes.address}>
            <code>{address}</code>
            <CopyButton value={address} label="Copy the link" />
          </div>
        </>
      )}
    </DoneDialog>
  )
}

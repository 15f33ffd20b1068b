import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client, result } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { Modal } from '@/components/dialogs/Overlays'
import { useDialogOfCall } from '@/components/dialogs/useDialogOfCall'
import { SegmentedFilter } from '@/components/forms/SegmentedFilter'
import { useReloadErasures } from '@/pages/admin/queries'
import { formatExact } from '@/util/format'
import { ADMIN_ERROR } from '@/util/adminMessages'
import { DEFAULT_PLATFORM, PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { toast } from '@/util/toast'
import { readHandle, type Handle } from './handle'
import classes from './EraseHandle.module.css'

type Step = 'handle' | 'confirm'

/** Erases the collected data of a handle: asks for the handle twice, then shows what was erased. */
export function EraseHandle() {
  const [step, setStep] = useState<Step>()
  const [handle, setHandle] = useState<Handle>({ platform: DEFAULT_PLATFORM, username: '' })
  const [erased, setErased] = useState<Schema<'ErasedHandle'>>()
  const reload = useReloadErasures()
  const dialog = useDialogOfCall()
  const end = () => {
    dialog.close()
    erase.reset()
    setStep(undefined)
    setHandle({ platform: DEFAULT_PLATFORM, username: '' })
  }
  const erase = useMutation({
    mutationFn: (body: Schema<'EraseHandle'>) => result(client.POST('/api/admin/erasures', { body })),
    onMutate: dialog.begin,
    onSuccess: async (done, _body, begun) => {
      setErased(done)
      if (dialog.isOpen(begun)) end()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.eraseHandle)),
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEraser size={16} stroke={1.75} />}
        onClick={() => setStep('handle')}
      >
        Erase account data
      </Button>
      <HandleDialog
        opened={step === 'handle'}
        handle={handle}
        onChange={setHandle}
        onClose={end}
        onContinue={() => setStep('confirm')}
      />
      <ConfirmErasure
        opened={step === 'confirm'}
        handle={handle}
        busy={erase.isPending}
        onConfirm={(confirm) => erase.mutate({ ...handle, confirm })}
        onClose={end}
      />
      <ErasedDialog erased={erased} onClose={() => setErased(undefined)} />
    </>
  )
}

const PLATFORM_OPTIONS = PLATFORM_CODES.map((value) => ({
  value,
  label: PLATFORMS[value].name,
}))

type HandleDialogProps = {
  opened: boolean
  handle: Handle
  onChange: (handle: Handle) => void
  onContinue: () => void
  onClose: () => void
}

/** Asks for the handle to erase and explains what is deleted. */
function HandleDialog({ opened, handle, onChange, onContinue, onClose }: HandleDialogProps) {
  const [missing, setMissing] = useState(false)
  const { platform, username } = handle
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Erase account data"
      submit="Continue"
      busy={false}
      onSubmit={(event) => {
        event.preventDefault()
        const name = readHandle(username)
        setMissing(name === '')
        if (name === '') return
        onChange({ platform, username: name })
        onContinue()
      }}
    >
      <Text fz="sm">
        Permanently deletes the account, its posts and their history in all groups, under this and former
        usernames. Its name is also removed from other captions and from the audit log. The account cannot be
        tracked again until you allow it here.
      </Text>
      <SegmentedFilter
        label="Platform"
        options={PLATFORM_OPTIONS}
        value={platform}
        onChange={(next) => onChange({ ...handle, platform: next })}
      />
      <TextInput
        label="Username"
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        value={username}
        error={missing && readHandle(username) === '' && 'Username is required'}
        onChange={({ currentTarget }) => onChange({ ...handle, username: currentTarget.value })}
      />
    </FormDialog>
  )
}

type ConfirmErasureProps = {
  opened: boolean
  handle: Handle
  busy: boolean
  /** Called with the handle as entered the second time. */
  onConfirm: (confirm: string) => void
  onClose: () => void
}

/** Asks for the handle a second time: a typo would erase another person's data. */
function ConfirmErasure({
  opened,
  handle: { platform, username },
  busy,
  onConfirm,
  onClose,
}: ConfirmErasureProps) {
  const [typed, setTyped] = useState('')
  // However the dialog was closed, it opens again with an empty field.
  if (!opened && typed !== '') setTyped('')
  const same = readHandle(typed) === username
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Erase @${username} permanently?`}
      submit="Erase permanently"
      danger
      busy={busy}
      disabled={!same}
      onSubmit={(event) => {
        event.preventDefault()
        if (same) onConfirm(username)
      }}
    >
      <Text fz="sm">
        All data of @{username} on {PLATFORMS[platform].name} is erased. Earlier backups still contain it.
        This cannot be undone.
      </Text>
      <TextInput
        label="Type the username to confirm"
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  )
}

type Erased = Schema<'ErasedHandle'>
type ErasedDialogProps = { erased: Erased | undefined; onClose: () => void }

const ERASED_COUNTS: [label: string, count: (erased: Erased) => number][] = [
  ['Accounts', ({ accounts }) => accounts],
  ['Groups affected', ({ groups }) => groups.length],
  ['Posts and videos', ({ items }) => items],
  ['Measurements', ({ measurements }) => measurements],
  ['Captions changed', ({ captions }) => captions],
  ['Audit log entries changed', ({ audit_entries }) => audit_entries],
]

/** Shows what was erased and where the handle is still configured outside the dashboard. Open while there is a result. */
function ErasedDialog({ erased, onClose }: ErasedDialogProps) {
  return (
    <Modal opened={erased !== undefined} onClose={onClose} title="Erased" centered>
      {erased && (
        <Stack gap="md">
          <dl className={classes.counts}>
            {ERASED_COUNTS.map(([label, count]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatExact(count(erased))}</dd>
              </div>
            ))}
          </dl>
          {erased.managed_elsewhere.length > 0 && (
            <>
              <Text fz="sm">
                The account is still set up outside the dashboard, which has no effect. Delete it there:
              </Text>
              <ul className={classes.elsewhere}>
                {erased.managed_elsewhere.map(({ group, resource, managed_by }) => (
                  <li key={`${group} ${resource}`}>
                    {resource ?? 'An unnamed resource'} of {group} (by {managed_by})
                  </li>
                ))}
              </ul>
            </>
          )}
          <Group justify="flex-end">
            <Button data-autofocus onClick={onClose}>
              Done
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

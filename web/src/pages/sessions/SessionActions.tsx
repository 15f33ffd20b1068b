import { NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay, IconRoute, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog, FormDialog } from '@/components/dialogs/Dialogs'
import { IconButton } from '@/components/buttons/IconButton'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { SESSION_PLATFORMS } from '@/util/platform'
import { toast } from '@/util/toast'
import { deleteSession, useDeleteSessions, useReloadPool, useReloadProxies, type Proxy } from './queries'
import { canDisable, canReenable, reenableConsequence, type PooledSession } from './states'
import { useAsOpened } from './useAsOpened'

type Props = { session: PooledSession; proxies: Proxy[] }

const NO_PROXY = ''

/** Assigns a proxy to a session; hidden while there are no proxies. */
export function ChooseProxy({ session, proxies }: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  const target = useAsOpened(opened, session)
  const [chosen, setChosen] = useState(NO_PROXY)
  const reload = useReloadProxies()
  const save = api.useMutation('patch', '/api/scraping/pool/{id}', {
    onSuccess: async () => {
      await reload()
      toast.success(ADMIN_SUCCESS.sessionProxy)
      close()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.sessionProxy)),
  })
  const begin = () => {
    setChosen(String(session.proxy_id ?? NO_PROXY))
    open()
  }
  if (proxies.length === 0 && session.proxy_id == null) return null
  return (
    <>
      <IconButton
        icon={IconRoute}
        label="Choose a proxy"
        name={`Choose a proxy for session #${session.index + 1}`}
        shortLabel="Proxy"
        onClick={begin}
      />
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Proxy of session #${target.index + 1}`}
        submit="Save"
        busy={save.isPending}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({
            params: { path: { id: target.id } },
            body: { proxy_id: chosen === NO_PROXY ? null : Number(chosen) },
          })
        }}
      >
        <NativeSelect
          label="Proxy"
          description="A session that always connects from the same address is challenged less often. Applies to new runs."
          data-autofocus
          data={[
            { value: NO_PROXY, label: `Default ${SESSION_PLATFORMS} proxy` },
            ...proxies.map(({ id, name, address }) => ({
              value: String(id),
              label: address ? `${name} (${address})` : name,
            })),
          ]}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </FormDialog>
    </>
  )
}

/** Disables a session; hidden if that is not possible. */
export function DisableSession({ session }: { session: PooledSession }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const target = useAsOpened(confirming, session)
  const reload = useReloadPool()
  const disable = api.useMutation('post', '/api/scraping/pool/{id}/disable', {
    onSuccess: async () => {
      await reload()
      toast.success(ADMIN_SUCCESS.sessionDisabled)
      close()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.disableSession)),
  })
  if (!canDisable(session)) return null
  return (
    <>
      <IconButton
        icon={IconPlayerPause}
        label="Disable"
        name={`Disable session #${session.index + 1}`}
        shortLabel="Disable"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Disable session #${target.index + 1}?`}
        consequence="No run uses it until you re-enable it. Other sessions take over after the current run."
        confirm="Disable"
        harmless
        busy={disable.isPending}
        onConfirm={() => disable.mutate({ params: { path: { id: target.id } } })}
        onClose={close}
      />
    </>
  )
}

/** Re-enables a session; hidden if that is not possible. */
export function ReenableSession({ session }: { session: PooledSession }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const target = useAsOpened(confirming, session)
  const reload = useReloadPool()
  const reenable = api.useMutation('post', '/api/scraping/pool/{id}/reenable', {
    onSuccess: async () => {
      await reload()
      toast.success(ADMIN_SUCCESS.sessionReenabled)
      close()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.reenableSession)),
  })
  if (!canReenable(session)) return null
  return (
    <>
      <IconButton
        icon={IconPlayerPlay}
        label="Re-enable"
        name={`Re-enable session #${session.index + 1}`}
        shortLabel="Re-enable"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Re-enable session #${target.index + 1}?`}
        consequence={reenableConsequence(target.state)}
        confirm="Re-enable"
        harmless
        busy={reenable.isPending}
        onConfirm={() => reenable.mutate({ params: { path: { id: target.id } } })}
        onClose={close}
      />
    </>
  )
}

type DeleteSessionProps = {
  /** Position in the list, from 0. */
  index: number
  version: string | null
}

/** Deletes the session at a position, unless the list has changed. */
export function DeleteSession({ index, version }: DeleteSessionProps) {
  const [confirming, { open, close }] = useDisclosure(false)
  const target = useAsOpened(confirming, { index, version })
  const remove = useDeleteSessions({
    call: () => deleteSession(target.index, target.version),
    done: () => ADMIN_SUCCESS.sessionDeleted,
    onClose: close,
  })
  return (
    <>
      <IconButton
        icon={IconTrash}
        label="Delete session"
        name={`Delete session #${index + 1}`}
        shortLabel="Delete"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title="Are you sure you want to delete this session?"
        consequence={`Session #${target.index + 1} will no longer be used. The ${SESSION_PLATFORMS} accounts and their data are not affected.`}
        confirm="Delete session"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  )
}

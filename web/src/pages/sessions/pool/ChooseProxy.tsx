import { NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { FormDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import { useReloadProxies, type Proxy } from '@/pages/sessions/proxiesQueries'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import type { PooledSession } from './states'

type Props = { session: PooledSession; proxies: Proxy[] }

const NONE = ''

/** Assigns a proxy to a session. */
export function ChooseProxy({ session, proxies }: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  const [chosen, setChosen] = useState(NONE)
  const reload = useReloadProxies()
  const save = api.useMutation('patch', '/api/scraping/pool/{id}', {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.sessionProxy)
      close()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.sessionProxy)),
  })
  const begin = () => {
    setChosen(String(session.proxy_id ?? NONE))
    open()
  }
  const none = proxies.length === 0 && session.proxy_id == null
  return (
    <>
      <IconButton
        icon={IconRoute}
        label="Choose a proxy"
        name={`Choose a proxy for session #${session.index + 1}`}
        shortLabel="Proxy"
        unavailable={none ? 'There are no proxies yet: add one on the Proxies tab' : undefined}
        onClick={begin}
      />
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Proxy of session #${session.index + 1}`}
        submit="Save"
        busy={save.isPending}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({
            params: { path: { id: session.id } },
            body: { proxy_id: chosen === NONE ? null : Number(chosen) },
          })
        }}
      >
        <NativeSelect
          label="Proxy"
          description="A session that always connects from the same address is challenged less often. Applies to new runs."
          data-autofocus
          data={[
            { value: NONE, label: 'Default Instagram proxy' },
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

import { useDisclosure } from '@mantine/hooks'
import { IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { ScraperPool } from '@/api/scraperPools'
import { IconButton } from '@/components/buttons/IconButton'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { useReloadProxies } from '@/pages/sessions/queries'
import type { PooledSession } from '@/pages/sessions/states'
import { useAsOpened } from '@/pages/sessions/useAsOpened'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { toast } from '@/util/toast'
import { COMMON_SET } from './pool'
import { SetField } from './SetField'

type Props = { session: PooledSession; pools: ScraperPool[] }

/** Moves a session to another set; hidden while there are no scraper pools. */
export function ChooseSet({ session, pools }: Props) {
  const current = session.session_set ?? COMMON_SET
  const [opened, { open, close }] = useDisclosure(false)
  const target = useAsOpened(opened, session)
  const [chosen, setChosen] = useState(current)
  const reload = useReloadProxies()
  const save = api.useMutation('patch', '/api/scraping/pool/{id}', {
    onSuccess: async () => {
      await reload()
      toast.success(ADMIN_SUCCESS.sessionSet)
      close()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.sessionSet)),
  })
  const begin = () => {
    setChosen(current)
    open()
  }
  if (pools.length === 0 && current === COMMON_SET) return null
  return (
    <>
      <IconButton
        icon={IconStack2}
        label="Choose a set"
        name={`Choose a set for session #${session.index + 1}`}
        shortLabel="Set"
        onClick={begin}
      />
      <FormDialog
        opened={opened}
        onClose={close}
        title={`Set of session #${target.index + 1}`}
        submit="Save"
        busy={save.isPending}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({
            params: { path: { id: target.id } },
            body: { session_set: chosen === COMMON_SET ? null : chosen },
          })
        }}
      >
        <SetField
          current={target.session_set ?? COMMON_SET}
          data-autofocus
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </FormDialog>
    </>
  )
}

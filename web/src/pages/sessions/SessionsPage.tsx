import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { PageHeader } from '@/components/Page'
import { ListTab } from './ListTab'
import { PoolTab } from './pool/PoolTab'
import { ProxiesTab } from './proxies/ProxiesTab'
import type { OpenDialog } from './SessionDialogs'
import { SessionsActions } from './SessionsActions'
import type { Added } from './sessionsApi'
import { useSessionsPage } from './useSessionsPage'

/** The pool of Instagram sessions: its values, import and deletion, and the status of each session. */
export function SessionsPage() {
  const { tab, setTab } = useSessionsPage()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [added, setAdded] = useState<Added>()
  return (
    <>
      <PageHeader
        title="Instagram Sessions"
        subtitle="Sessions are used globally for all Instagram accounts"
        actions={tab === 'list' && <SessionsActions onOpen={setDialog} onUploaded={setAdded} />}
      />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="list">Sessions</Tabs.Tab>
          <Tabs.Tab value="pool">Health</Tabs.Tab>
          <Tabs.Tab value="proxies">Proxies</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list">
          <ListTab dialog={dialog} onDialog={setDialog} added={added} onAdded={setAdded} />
        </Tabs.Panel>
        <Tabs.Panel value="pool">
          <PoolTab />
        </Tabs.Panel>
        <Tabs.Panel value="proxies">
          <ProxiesTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

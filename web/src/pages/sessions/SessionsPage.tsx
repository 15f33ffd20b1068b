import { Button } from '@mantine/core'
import { IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { PageHeader } from '@/components/layout/Page'
import { Tabs } from '@/components/layout/Tabs'
import { onDemand } from '@/util/onDemand'
import { SESSION_PLATFORMS } from '@/util/platform'
import type { Added } from './queries'
import { SessionsTab, type OpenDialog } from './SessionsTab'
import { UploadButton } from './UploadButton'
import { useSessionLists } from './useSessionLists'
import { useSessionsPage } from './view'

const PoolsTab = onDemand(() => import('./pools/PoolsTab').then((file) => file.PoolsTab))
const ProxiesTab = onDemand(() => import('./proxies/ProxiesTab').then((file) => file.ProxiesTab))

/** Shows the pool of sessions with their statuses, the proxies, and the scraper pools. */
export function SessionsPage() {
  const { tab, setTab } = useSessionsPage()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [added, setAdded] = useState<Added>()
  return (
    <>
      <PageHeader
        title={`${SESSION_PLATFORMS} Sessions`}
        subtitle={`Sessions are used globally for all ${SESSION_PLATFORMS} accounts`}
        actions={tab === 'list' && <SessionsActions onOpen={setDialog} onUploaded={setAdded} />}
      />
      <Tabs
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'list',
            label: 'Sessions',
            content: <SessionsTab dialog={dialog} onDialog={setDialog} added={added} onAdded={setAdded} />,
          },
          { value: 'proxies', label: 'Proxies', content: <ProxiesTab /> },
          { value: 'pools', label: 'Scraper pools', content: <PoolsTab /> },
        ]}
      />
    </>
  )
}

type SessionsActionsProps = { onOpen: (dialog: OpenDialog) => void; onUploaded: (added: Added) => void }

function SessionsActions({ onOpen, onUploaded }: SessionsActionsProps) {
  const total = useSessionLists().list.data?.total ?? 0
  return (
    <>
      {total > 0 && (
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={() => onOpen('delete-all')}
        >
          Delete All
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} stroke={1.75} />}
        onClick={() => onOpen('import')}
      >
        Bulk Import
      </Button>
      <UploadButton onUploaded={onUploaded} />
      <Button leftSection={<IconPlus size={16} />} onClick={() => onOpen('add')}>
        Add Sessions
      </Button>
    </>
  )
}

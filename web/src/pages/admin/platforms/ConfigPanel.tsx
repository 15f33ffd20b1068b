import { Alert, Button, Group, Skeleton, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEdit, IconGitBranch, IconPackage, IconSearch, IconUserCog, type Icon } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schema } from '@/api/types'
import { StateBadge } from '@/components/values/Badges'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { SegmentedFilter } from '@/components/forms/SegmentedFilter'
import { RelativeTime } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { managedReason } from '@/util/states'
import { entriesOf, formatConfig, linesOf, parseConfig, type ConfigEntry, type ConfigSource } from './config'
import { usePlatformConfig, useSavePlatformConfig } from './configQueries'
import classes from './ConfigPanel.module.css'

const SKELETON_HEIGHT = 320

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'changed', label: 'Changed' },
] as const

/** Shows the platform configuration with the source of each value, and the dialog to override values. */
export function ConfigPanel() {
  const config = usePlatformConfig()
  const [shown, setShown] = useState<(typeof SHOWN)[number]['value']>('all')
  const [editing, { open, close }] = useDisclosure(false)
  return (
    <Panel aria-label="Platform configuration">
      <PanelHeader
        title="Platform configuration"
        actions={
          <Group gap="sm">
            <SegmentedFilter label="Settings shown" options={SHOWN} value={shown} onChange={setShown} />
            {config.data && config.data.managed == null && (
              <Button variant="default" leftSection={<IconEdit size={16} stroke={1.75} />} onClick={open}>
                Edit configuration
              </Button>
            )}
          </Group>
        }
      />
      <QueryView query={config} loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}>
        {(data) => {
          const rows = entriesOf(data).filter(({ source }) => shown === 'all' || source !== 'shipped')
          return (
            <>
              {data.managed && <ManagedConfig by={data.managed} />}
              <CurrentRevision of={data} />
              {rows.length === 0 ? (
                <EmptyState
                  title="No changes from the defaults"
                  hint="Values discovered in platform scripts or set by an admin appear here."
                />
              ) : (
                <DataTable
                  label="Effective configuration"
                  columns={CONFIG_COLUMNS}
                  rows={rows}
                  rowKey={({ place }) => place}
                  view={shown}
                />
              )}
              {editing && <EditConfig config={data} onClose={close} />}
            </>
          )
        }}
      </QueryView>
    </Panel>
  )
}

/** Tells that a cluster resource manages the configuration, so that it cannot be changed here. */
function ManagedConfig({ by: manager }: { by: Schema<'ManagingResource'> }) {
  return (
    <Alert
      variant="default"
      icon={<IconGitBranch />}
      title={`Managed by PlatformConfig ${manager.resource}`}
      mb="md"
      role="note"
    >
      {managedReason(manager)}. To change the configuration here, delete that resource first.
    </Alert>
  )
}

/** Shows who made the current revision, when and why. */
function CurrentRevision({ of: config }: { of: Schema<'PlatformConfigResponse'> }) {
  const { revision, made_at: at, made_by: by, note } = config
  return (
    <Text fz="sm" c="dimmed" mb="md" maw={720}>
      IDs, sizes and rate limits that scrapers use; a change applies to runs that start after it.{' '}
      {at == null ? (
        'Using built-in defaults.'
      ) : (
        <>
          Revision {revision}, {by == null ? 'discovered in platform scripts' : `by ${by}`}{' '}
          <RelativeTime iso={at} />
          {note !== '' && `: ${note}`}
        </>
      )}
    </Text>
  )
}

const CONFIG_COLUMNS: Column<ConfigEntry>[] = [
  { title: 'Setting', card: 'heading', cell: ({ place }) => <code className={classes.place}>{place}</code> },
  {
    title: 'Value',
    card: 'text',
    cell: ({ value }) => <code className={classes.value}>{linesOf(value).join('\n')}</code>,
  },
  { title: 'Source', card: 'aside', cell: ({ source }) => <SourceBadge source={source} /> },
]

const SOURCES: Record<ConfigSource, { label: string; icon: Icon }> = {
  shipped: { label: 'Built in', icon: IconPackage },
  discovered: { label: 'Discovered', icon: IconSearch },
  admin: { label: 'Admin', icon: IconUserCog },
  resource: { label: 'Resource', icon: IconGitBranch },
}

export function SourceBadge({ source }: { source: ConfigSource }) {
  const { label, icon } = SOURCES[source]
  return (
    <StateBadge icon={icon} color={source === 'shipped' ? undefined : 'var(--mantine-color-anchor)'}>
      {label}
    </StateBadge>
  )
}

type EditConfigProps = { config: Schema<'PlatformConfigResponse'>; onClose: () => void }

/** Maximum length that the server accepts for a note. */
const MAX_NOTE = 200

/** Edits the admins' overrides as a JSON merge patch, starting with those in effect when the dialog opened. */
function EditConfig({ config, onClose }: EditConfigProps) {
  const [revision] = useState(config.revision)
  const [text, setText] = useState(() => formatConfig(config.own))
  const [note, setNote] = useState('')
  const [why, setWhy] = useState<string>()
  const { save, busy } = useSavePlatformConfig({ revision, onSaved: onClose, onRefused: setWhy })
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="xl"
      title="Edit platform configuration"
      submit="Save"
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        const read = parseConfig(text)
        setWhy('error' in read ? read.error : undefined)
        if ('config' in read) save(read.config, note.trim())
      }}
    >
      <Text fz="sm">
        Enter overrides only. Lists are replaced as a whole; {'{}'} restores the defaults. New runs use the
        change.
      </Text>
      <Textarea
        label="Overrides (JSON)"
        data-autofocus
        rows={14}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
        value={text}
        error={why}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TextInput
        label="Reason for the change"
        description="Shown in the configuration history"
        maxLength={MAX_NOTE}
        autoComplete="off"
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  )
}

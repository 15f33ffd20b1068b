import type { ComponentType } from 'react'
import { PageHeader } from '@/components/layout/Page'
import { GroupSelect } from '@/components/forms/GroupSelect'
import { Tabs } from '@/components/layout/Tabs'
import { PLATFORM_TABS } from '@/util/constants'
import { onDemand } from '@/util/onDemand'
import { OverviewTab } from './OverviewTab'
import { ADMIN_TABS, useAdminView, type AdminTab } from './view'

type Tab = {
  label: string
  content: ComponentType<{ groupId: number | undefined }>
}

const TABS: Record<AdminTab, Tab> = {
  overview: { label: 'Overview', content: OverviewTab },
  users: {
    label: 'Users',
    content: onDemand(() => import('./users/UsersPanel').then((file) => file.UsersPanel)),
  },
  runs: { label: 'Runs', content: onDemand(() => import('./runs/RunsTab').then((file) => file.RunsTab)) },
  settings: {
    label: 'Settings',
    content: onDemand(() => import('./settings/SettingsTab').then((file) => file.SettingsTab)),
  },
  'data-protection': {
    label: 'Data protection',
    content: onDemand(() => import('./DataProtectionTab').then((file) => file.DataProtectionTab)),
  },
  audit: {
    label: 'Audit log',
    content: onDemand(() => import('./audit/AuditTab').then((file) => file.AuditTab)),
  },
  platforms: {
    label: 'Diagnostics',
    content: onDemand(() => import('./platforms/DiagnosticsTab').then((file) => file.DiagnosticsTab)),
  },
}

export function AdminPage() {
  const { tab, setTab, group, setGroup } = useAdminView()
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        subtitle="Users, scraping and content of every client group"
        actions={!PLATFORM_TABS.includes(tab) && <GroupSelect value={group} onChange={setGroup} />}
      />
      <Tabs
        value={tab}
        onChange={setTab}
        tabs={ADMIN_TABS.map((value) => {
          const { label, content: Content } = TABS[value]
          return { value, label, content: <Content groupId={group} /> }
        })}
      />
    </>
  )
}

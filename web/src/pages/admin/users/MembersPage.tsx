import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useSession } from '@/api/session'
import { PageHeader } from '@/components/layout/Page'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { ShareLinks } from '@/components/sharing/ShareLinks'
import { dialogOnDemand } from '@/util/onDemand'
import { UsersPanel } from './UsersPanel'

const CreateUser = dialogOnDemand(() =>
  import('@/components/forms/CreateUser').then((file) => file.CreateUser),
)

/** Lists the users and the share links of a group admin's group, and creates others. */
export function MembersPage() {
  const [creating, { open, close }] = useDisclosure(false)
  const { group_id: id, group_name: name } = useSession()?.user ?? {}
  if (id == null) return null
  return (
    <>
      <PageHeader
        title="Members"
        subtitle={`Who can sign in for ${name}`}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            Create User
          </Button>
        }
      />
      <UsersPanel groupId={id} ofOwnGroup />
      <Panel mt="md" aria-label="Share links">
        <PanelHeader title="Share links" />
        <ShareLinks group={{ id, name: name ?? '' }} />
      </Panel>
      <CreateUser group={{ id, name: name ?? '' }} opened={creating} onClose={close} />
    </>
  )
}

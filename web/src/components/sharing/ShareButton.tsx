import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconShare } from '@tabler/icons-react'
import { useGroups } from '@/api/client'
import { useIsAdmin, useIsGroupAdmin, useSession } from '@/api/session'
import { dialogOnDemand } from '@/util/onDemand'

const CreateShareLink = dialogOnDemand(() => import('./CreateShareLink').then((file) => file.CreateShareLink))

type Props = { groupId: number | undefined }

/** Creates a share link of the chosen group, or of a group admin's own. Nothing for others, and for all groups. */
export function ShareButton({ groupId }: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  const group = useManagedGroup(groupId)
  if (!group) return null
  return (
    <>
      <ActionIcon aria-label="Share" data-tip={`Share the dashboard of ${group.name}`} onClick={open}>
        <IconShare size={18} stroke={1.75} />
      </ActionIcon>
      <CreateShareLink group={group} opened={opened} onClose={close} />
    </>
  )
}

function useManagedGroup(groupId: number | undefined): { id: number; name: string } | undefined {
  const admin = useIsAdmin()
  const groupAdmin = useIsGroupAdmin()
  const user = useSession()?.user
  const groups = useGroups({ enabled: admin && groupId !== undefined })
  if (admin) return groups.data?.groups.find(({ id }) => id === groupId)
  return groupAdmin && user?.group_id != null ? { id: user.group_id, name: user.group_name ?? '' } : undefined
}

import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLink, IconTrash } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { useReloadShareLinks, useShareLinks } from '@/api/shareLinks'
import { IconButton } from '@/components/buttons/IconButton'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { DateTime, RelativeTime, useNow } from '@/components/values/Values'
import { ERROR } from '@/util/messages'
import { dialogOnDemand } from '@/util/onDemand'
import { toast } from '@/util/toast'
import { explainShareLink, hasExpired, type ShareLink } from './shareLink'
import classes from './ShareLinks.module.css'

const CreateShareLink = dialogOnDemand(() => import('./CreateShareLink').then((file) => file.CreateShareLink))

type Props = { group: { id: number; name: string } }

/** Lists the links that show a group's dashboard to people without a user, and creates others. */
export function ShareLinks({ group }: Props) {
  const links = useShareLinks(group.id)
  const [creating, { open, close }] = useDisclosure(false)
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="md">
        <Text fz="sm" c="dimmed" maw={560}>
          {explainShareLink(group.name)}
        </Text>
        <Button
          variant="default"
          leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
          onClick={open}
        >
          Create Share Link
        </Button>
      </Group>
      <QueryView query={links} loading={<Skeleton h={80} role="status" aria-label="Loading" />}>
        {(data) =>
          data.links.length === 0 ? (
            <EmptyState title="No share links yet" />
          ) : (
            <ul className={classes.links} aria-label="Share links">
              {data.links.map((link) => (
                <Row key={link.id} link={link} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <CreateShareLink group={group} opened={creating} onClose={close} />
    </>
  )
}

function Row({ link }: { link: ShareLink }) {
  const { name, created_by: creator, created_at: created, expires_at: end, last_used_at: used } = link
  const expired = hasExpired(link, useNow())
  return (
    <li className={classes.link}>
      <div>
        <Group gap="xs">
          <Text component="span" fz="sm" fw={600} className={classes.name ?? ''}>
            {name}
          </Text>
          {expired && (
            <Badge color="gray" variant="light">
              Expired
            </Badge>
          )}
        </Group>
        <Text component="div" fz="xs" c="dimmed">
          Created <DateTime iso={created} />
          {creator != null && ` by ${creator}`} · {used == null ? 'Never used' : <LastUsed iso={used} />} ·{' '}
          {end == null ? (
            'No expiration'
          ) : (
            <>
              {expired ? 'Expired' : 'Expires'} <DateTime iso={end} />
            </>
          )}
        </Text>
      </div>
      <DeleteLink link={link} />
    </li>
  )
}

function LastUsed({ iso }: { iso: string }) {
  return (
    <>
      Last used <RelativeTime iso={iso} />
    </>
  )
}

function DeleteLink({ link: { id, name } }: { link: ShareLink }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadShareLinks()
  const remove = api.useMutation('delete', '/api/share-links/{id}', {
    onSuccess: async ({ message }) => {
      toast.success(message)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteShareLink)),
  })
  return (
    <>
      <IconButton
        icon={IconTrash}
        label="Delete share link"
        name={`Delete the share link ${name}`}
        shortLabel="Delete"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Delete the share link ${name}?`}
        consequence="The link will no longer open the dashboard."
        confirm="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { path: { id } } })}
        onClose={close}
      />
    </>
  )
}

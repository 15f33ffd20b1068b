import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { SingleVideos } from './SingleVideos'
import { useAccountsView } from './useAccountsView'

type Props = { groupId: number | undefined; accounts: ReactNode; mayManage: boolean; onAdd: () => void }

/** Tabs for a group's accounts and the single videos it tracks. */
export function TiktokTabs({ groupId, accounts, mayManage, onAdd }: Props) {
  const { shows, showVideos } = useAccountsView()
  return (
    <Tabs value={shows} onChange={(tab) => showVideos(tab === 'videos')} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="accounts">Accounts</Tabs.Tab>
        <Tabs.Tab value="videos">Single Videos</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="accounts">{accounts}</Tabs.Panel>
      <Tabs.Panel value="videos">
        <SingleVideos groupId={groupId} mayManage={mayManage} onAdd={onAdd} />
      </Tabs.Panel>
    </Tabs>
  )
}

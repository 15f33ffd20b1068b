import { Tabs } from '@mantine/core'
import { PageHeader } from '@/shared/ui/PageHeader'
import { InstagramTab } from './InstagramTab'
import { TiktokTab } from './TiktokTab'
import { useContentView } from './useContentView'

/** Every collected post and video, one tab a platform. Tab and page are in the address. */
export function AllContentPage() {
  const { tab, setTab } = useContentView()
  return (
    <>
      <PageHeader
        title="All Content Data"
        subtitle="A complete view of all collected content with full metrics and real-time updates"
      />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="instagram">Instagram Posts</Tabs.Tab>
          <Tabs.Tab value="tiktok">TikTok Videos</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="instagram">
          <InstagramTab />
        </Tabs.Panel>
        <Tabs.Panel value="tiktok">
          <TiktokTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

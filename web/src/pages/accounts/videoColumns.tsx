import { ExternalLink } from '@/components/Texts'
import { ManagedBadge } from '@/components/Badges'
import { Unknown } from '@/components/Values'
import type { Column } from '@/table/column'
import { profileUrl } from '@/util/platform'
import { DeleteVideo } from './DeleteVideo'
import { VIDEO_COLUMNS } from './itemColumns'
import type { Figures } from './model'
import { TrackedFreshness } from './TrackedFreshness'
import type { SingleVideo } from './videos'
import classes from './SingleVideos.module.css'

const AUTHOR: Column<SingleVideo> = {
  title: 'Account',
  card: 'text',
  cell: (video) => (
    <div className={classes.author}>
      {video.username ? (
        <ExternalLink href={profileUrl('tiktok', video.username)}>@{video.username}</ExternalLink>
      ) : (
        'Not known yet'
      )}
      <ManagedBadge of={video} />
    </div>
  ),
}

const SCRAPED: Column<SingleVideo> = {
  title: 'Scraped',
  card: 'text',
  quiet: true,
  cell: (video) => (
    <div className={classes.scraped}>
      <TrackedFreshness of={video} />
    </div>
  ),
}

const ACTIONS: Column<SingleVideo> = {
  title: 'Actions',
  card: 'aside',
  actions: true,
  cell: (video) => <DeleteVideo video={video} />,
}

/** The server sends 0 for metrics that have not been collected yet. */
function onceCollected(column: Column<Figures>): Column<SingleVideo> {
  return {
    ...column,
    cell: (video) =>
      video.collected == null ? <Unknown reason="Not known before the first scrape" /> : column.cell(video),
  }
}

/** Columns of a single video: those of an account's video plus its author and scrape status. */
export function videoColumns(mayManage: boolean): Column<SingleVideo>[] {
  const [video, ...figures] = VIDEO_COLUMNS
  return [
    ...(video ? [video] : []),
    AUTHOR,
    ...figures.map(onceCollected),
    SCRAPED,
    ...(mayManage ? [ACTIONS] : []),
  ]
}

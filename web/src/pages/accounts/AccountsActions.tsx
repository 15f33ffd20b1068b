import { Button } from '@mantine/core'
import { IconMovie, IconPlayerPlay, IconSquareCheck } from '@tabler/icons-react'
import type { Platform } from '@/util/platform'
import { AddAccountButton } from './AddAccountButton'

type Props = {
  platform: Platform
  scraping: boolean
  onScrape: () => void
  onAdd: () => void
  onAddVideos: () => void
  /** False when no accounts are on screen that could be selected. */
  onSelect: (() => void) | undefined
}

/** Actions for a group's accounts. */
export function AccountsActions({ platform, scraping, onScrape, onAdd, onAddVideos, onSelect }: Props) {
  return (
    <>
      {onSelect && (
        <Button
          variant="default"
          leftSection={<IconSquareCheck size={16} stroke={1.75} />}
          onClick={onSelect}
        >
          Select
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
        loading={scraping}
        onClick={onScrape}
      >
        Scrape All
      </Button>
      {platform === 'tiktok' && (
        <Button variant="default" leftSection={<IconMovie size={16} stroke={1.75} />} onClick={onAddVideos}>
          Add Videos
        </Button>
      )}
      <AddAccountButton onClick={onAdd} />
    </>
  )
}

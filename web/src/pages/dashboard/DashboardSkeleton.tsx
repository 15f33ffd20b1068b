import { SimpleGrid, Skeleton } from '@mantine/core'
import { Fragment } from 'react'
import { PLATFORM_CODES } from '@/util/platform'

/** Between the cards. */
export const SPACING = { base: 'sm', md: 'md' }

const CARD_HEIGHT = 384
const TILE_HEIGHT = 92

/** Takes the place of the cards and averages. */
export function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <SimpleGrid cols={2} spacing={SPACING}>
        {PLATFORM_CODES.map((platform) => (
          <Skeleton key={platform} h={CARD_HEIGHT} />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={SPACING} mt="md">
        {PLATFORM_CODES.map((platform) => (
          <Fragment key={platform}>
            <Skeleton h={TILE_HEIGHT} />
            <Skeleton h={TILE_HEIGHT} />
          </Fragment>
        ))}
      </SimpleGrid>
    </div>
  )
}

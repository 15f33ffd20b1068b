import { NumberInput, SimpleGrid } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { INTERVAL_MINUTES } from '@/util/constants'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'

/** Describes what the fields hold. */
export const INTERVALS_HINT = `Minutes between updates of an account (${INTERVAL_MINUTES.min}–${INTERVAL_MINUTES.max}). Accounts without recent posts are updated less often. Groups can override this.`

type Props = {
  getInputProps: (platform: Platform) => object
  /** The first field has the focus when its dialog opens. */
  focused?: boolean
}

/** Asks for the default scrape interval of each platform. */
export function IntervalFields({ getInputProps, focused = false }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {PLATFORM_CODES.map((platform, index) => (
        <NumberInput
          key={platform}
          label={`${PLATFORMS[platform].name} (minutes)`}
          allowDecimal={false}
          required
          data-autofocus={(focused && index === 0) || undefined}
          {...getInputProps(platform)}
        />
      ))}
    </SimpleGrid>
  )
}

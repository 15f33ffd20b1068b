import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useScraperPools } from '@/api/scraperPools'
import { COMMON_SET, setChoices } from './pool'

type Props = NativeSelectProps & {
  /** The set of the session, which may belong to no pool. */
  current?: string
}

/** Asks for the set of sessions; hidden while there are no scraper pools. */
export function SetField({ current = COMMON_SET, ...rest }: Props) {
  const pools = useScraperPools().data?.pools ?? []
  if (pools.length === 0 && current === COMMON_SET) return null
  return (
    <NativeSelect
      label="Set"
      description="A scraper pool uses only the sessions of its set. Groups without a pool use the common sessions."
      data={setChoices(pools, current)}
      {...rest}
    />
  )
}

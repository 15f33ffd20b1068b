import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import { useScraperPools } from '@/api/scraperPools'
import { poolChoices, poolOptions, type PoolSelection } from './groupForm'

type Props = {
  form: {
    values: PoolSelection
    getInputProps: (path: keyof PoolSelection) => object
  }
}

/** Asks for the scraper pool of a group, and for those that its accounts may select; hidden while there are none. */
export function PoolFields({ form }: Props) {
  const pools = useScraperPools().data?.pools
  // A pool that does not exist stays an option when it is no longer selected.
  const [{ scraper_pool: current, allowed_scraper_pools: allowed }] = useState(form.values)
  if (pools === undefined || (pools.length === 0 && current === '' && allowed.length === 0)) return null
  return (
    <>
      <NativeSelect
        label="Scraper pool"
        description="Updates the group’s accounts only through the pool’s proxies and with its sessions"
        data={poolChoices(pools, current)}
        {...form.getInputProps('scraper_pool')}
      />
      <Checkbox.Group
        label="Accounts may use"
        description="Scraper pools that accounts may use instead of the group’s own. Select none to allow no others."
        {...form.getInputProps('allowed_scraper_pools')}
      >
        <Stack gap="xs" mt="xs">
          {poolOptions(pools, allowed).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}

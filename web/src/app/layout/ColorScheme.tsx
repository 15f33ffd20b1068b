import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { IconButton } from '@/components/IconButton'

/** Switches between light and dark; follows the system setting until first used. */
export function ColorScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const next =
    useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark' ? 'light' : 'dark'
  const label = `Use the ${next} theme`
  return (
    <IconButton
      icon={next === 'dark' ? IconMoon : IconSun}
      label={label}
      shortLabel={label}
      onClick={() => setColorScheme(next)}
    />
  )
}

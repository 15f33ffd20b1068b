import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { CopyButton } from '@/components/buttons/CopyButton'
import { Logo, LOGO_PATH, LOGO_SIZES } from '@/components/layout/Logo'
import { PageHeader } from '@/components/layout/Page'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import classes from './LogoTestPage.module.css'

/** Intrinsic size of the SVG, as its file states it. */
const DISPLAY_SIZE = 32

export function LogoTestPage() {
  return (
    <>
      <PageHeader
        title="Logo Display Test"
        subtitle="The logo by itself, at every size, and where it is served"
      />
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <Panel aria-label="Shown directly">
            <PanelHeader title="Shown directly" />
            <img src={LOGO_PATH} alt="Clipmeter logo" width={DISPLAY_SIZE} height={DISPLAY_SIZE} />
          </Panel>
          <Panel aria-label="Asset path">
            <PanelHeader title="Asset path" />
            <Group gap="sm" wrap="nowrap">
              <Anchor href={LOGO_PATH} fz="sm" truncate>
                {LOGO_PATH}
              </Anchor>
              <CopyButton value={LOGO_PATH} label="Copy asset path" />
            </Group>
            <Text c="dimmed" fz="xs" mt="sm">
              An SVG: it stays sharp at any size.
            </Text>
          </Panel>
        </SimpleGrid>
        <LogoSizes />
      </Stack>
    </>
  )
}

const SIZES = ['xs', 'sm', 'md', 'lg', 'xl'] as const

function LogoSizes() {
  return (
    <Panel aria-label="Sizes">
      <PanelHeader title="Sizes" />
      <ul className={classes.sizes}>
        {SIZES.map((size) => (
          <li key={size} className={classes.size}>
            <Logo size={size} alt={`Clipmeter logo, ${size}`} />
            <span>
              <strong>{size}</strong> {LOGO_SIZES[size]} px
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

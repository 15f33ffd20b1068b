import { Tabs as MantineTabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import type { ReactNode } from 'react'

type Tab<Value extends string> = { value: Value; label: string; content: ReactNode }

type Props<Value extends string> = {
  value: Value
  onChange: (value: Value) => void
  tabs: readonly Tab<Value>[]
}

/** Shows one of several contents below their names. */
export function Tabs<Value extends string>({ value, onChange, tabs }: Props<Value>) {
  const change = (chosen: string | null) => {
    const tab = tabs.find((one) => one.value === chosen)
    if (tab) onChange(tab.value)
  }
  return (
    <MantineTabs value={value} onChange={change} keepMounted={false}>
      <MantineTabs.List mb="md">
        {tabs.map((tab) => (
          <MantineTabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {tabs.map((tab) => (
        <MantineTabs.Panel key={tab.value} value={tab.value}>
          {tab.content}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  )
}

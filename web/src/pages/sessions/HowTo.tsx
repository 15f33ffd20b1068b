import { Code } from '@mantine/core'
import { Panel, PanelHeader } from '@/components/Panel'
import classes from './HowTo.module.css'

/** Explains where to find a session ID. */
export function HowTo() {
  return (
    <Panel aria-label="How to get a session ID">
      <PanelHeader title="How to get a session ID" />
      <ol className={classes.steps}>
        <li>Log in to Instagram in a browser</li>
        <li>Open the developer tools (F12)</li>
        <li>Go to Application/Storage, then Cookies</li>
        <li>
          Find the cookie named <Code>sessionid</Code>
        </li>
        <li>Copy its value</li>
        <li>Add it here</li>
      </ol>
    </Panel>
  )
}

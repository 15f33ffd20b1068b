import './contentPolicy'
import './styles/mantine.css'
import './styles/tokens.css'
import './styles/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadInAdvance } from '@/util/onDemand'
import { App } from './App'
import { router } from './router'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const place = root

/** Replaces the outline of index.html. */
function render(): void {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

// The outline stays until the screen's file has loaded.
if (router.state.initialized) render()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    render()
  })
}
loadInAdvance()

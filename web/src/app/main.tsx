import './contentPolicy'
import './styles/mantine.css'
import './styles/tokens.css'
import './styles/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Replaces the outline of index.html when the screen's file has loaded.
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

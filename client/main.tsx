import '@fontsource/barlow-condensed/500.css'
import '@fontsource/barlow-condensed/600.css'
import '@fontsource-variable/source-sans-3/wght.css'
import './global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { ConnectionProvider } from './connection/ConnectionProvider.tsx'
import { connect } from './connection/connect.ts'
import { wakeUps } from './connection/wakeUps.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root: there is nowhere to put the page.')

const connection = connect()
wakeUps(connection)
createRoot(root).render(
  <StrictMode>
    <ConnectionProvider connection={connection}>
      <App />
    </ConnectionProvider>
  </StrictMode>,
)

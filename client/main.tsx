import './global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { ConnectionProvider } from './connection/ConnectionProvider.tsx'
import { connect } from './connection/connect.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root: there is nowhere to put the page.')

createRoot(root).render(
  <StrictMode>
    <ConnectionProvider connection={connect()}>
      <App />
    </ConnectionProvider>
  </StrictMode>,
)

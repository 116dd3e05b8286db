import '@fontsource-variable/source-sans-3/wght.css'
import '@fontsource/barlow-condensed/500.css'
import '@fontsource/barlow-condensed/600.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { ConnectionProvider } from './connection/ConnectionProvider.tsx'
import { type Connection, connect } from './connection/connect.ts'
import './global.css'
import { routes } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root to render the page in.')

// The code of the screen comes while the page connects. Where it cannot be loaded, the screen says so.
routes
  .find(({ path }) => path === location.pathname)
  ?.screen.load()
  .catch(() => {})
const connection = connect()
wakeUps(connection)
createRoot(root).render(
  <StrictMode>
    <ConnectionProvider connection={connection}>
      <App />
    </ConnectionProvider>
  </StrictMode>,
)

/** Connects at once when the network is back or the page is visible again. Returns the function that stops this. */
function wakeUps(connection: Pick<Connection, 'wake'>): () => void {
  const onVisible = () => document.visibilityState === 'visible' && connection.wake()
  window.addEventListener('online', connection.wake)
  window.addEventListener('pageshow', connection.wake)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', connection.wake)
    window.removeEventListener('pageshow', connection.wake)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

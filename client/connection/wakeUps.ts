import type { Connection } from './connect.ts'

/** The network is back, or somebody looks at the page again: no waiting for the next attempt. Returns the way to stop. */
export function wakeUps(connection: Pick<Connection, 'wake'>): () => void {
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

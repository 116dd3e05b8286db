import { Provider } from 'jotai'
import { createContext, type ReactNode, useContext } from 'react'
import type { Connection } from './connect.ts'

const ConnectionContext = createContext<Connection | null>(null)

/** Gives all components below it this connection and its store. */
export function ConnectionProvider({ connection, children }: { connection: Connection; children: ReactNode }) {
  return (
    <ConnectionContext value={connection}>
      <Provider store={connection.store}>{children}</Provider>
    </ConnectionContext>
  )
}

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('useConnection needs a ConnectionProvider above it: put one around the app.')
  return connection
}

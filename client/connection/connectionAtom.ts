import { atom } from 'jotai'
import type { ConnectionState } from './connectionState.ts'

/** Written by the connection alone. */
export const connectionStateAtom = atom<ConnectionState>({ name: 'connecting', since: 0 })

/** Live, reconnecting, stale since when: for the status sign that every page carries. */
export const connectionAtom = atom((get) => get(connectionStateAtom))

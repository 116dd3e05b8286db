import { atom } from 'jotai'
import type { Connection } from './connect.ts'

/** The connection of this store, so that atoms can watch by being mounted. Set once, when the connection is made. */
export const connectionHolder = atom<Connection | null>(null)

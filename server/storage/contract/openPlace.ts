import type { ChildProcess } from 'node:child_process'
import type { Storage } from '../../engine/storage.ts'

/** One place to store in, empty at first, and the ways of coming to it. */
export interface OpenPlace {
  /** Opened, not loaded. */
  readonly storage: Storage
  /** Closes what was opened last and opens the place again; not loaded. */
  reopen(): Promise<Storage>
  /** A second storage on the same place beside the first; not loaded. */
  another(): Promise<Storage>
  /** A process that runs `appendForever` on the place. What was opened last is closed first. */
  startAppender(): Promise<ChildProcess>
  /** All bytes that lie there now, as text. */
  raw(): Promise<string>
  /** Closes everything and leaves nothing behind. */
  remove(): Promise<void>
}

/** The place of the test that runs. */
export type Place = () => OpenPlace

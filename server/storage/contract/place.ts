import type { ChildProcess } from 'node:child_process'
import type { SharedStorage, Storage } from '../../engine/storage.ts'

/** A place for one store, empty at first, and the ways to open it. */
export interface OpenPlace {
  /** Opened, not loaded. */
  readonly storage: Storage
  /** Closes the storage that was opened last and opens another; not loaded. */
  reopen(): Promise<Storage>
  /** A second storage on the same place; not loaded. */
  another(): Promise<Storage>
  /** Closes the storage that was opened last and starts a process that runs `appendForever` on the place. */
  startAppender(): Promise<ChildProcess>
  /** All bytes of the place, as text. */
  raw(): Promise<string>
  /** Closes everything and removes the place. */
  remove(): Promise<void>
}

/** The place of the test that runs. */
export type Place = () => OpenPlace

export interface SharedNode {
  readonly storage: SharedStorage
  /** Holds back everything between the node and the store, in both directions. */
  stall(): void
  /** Delivers what was held back. */
  wake(): void
  /** Ends its connections; the node may reconnect. */
  drop(): void
}

/** A place for a store that several nodes share, empty at first. */
export interface SharedPlace {
  /**
   * One more node: opened, neither loaded nor viewed. Its lease lasts so long without renewal; by default longer than any
   * interruption of a test. A place whose time the test moves may ignore the length.
   */
  node(leaseMs?: number): Promise<SharedNode>
  pass(ms: number): Promise<void>
  /** Waits, while time passes. @throws when it takes so long that only a hang explains it */
  until(holds: () => boolean): Promise<void>
  /** Removes entries up to this one, as another program would. */
  trim(seq: number): Promise<void>
  /** Closes everything and removes the place. */
  remove(): Promise<void>
}

/** The place of the test that runs. */
export type SharedPlaceOf = () => SharedPlace

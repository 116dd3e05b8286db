import type { ChildProcess } from 'node:child_process'
import type { SharedStorage, Storage } from '../../engine/storage.ts'

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

export interface SharedNode {
  readonly storage: SharedStorage
  /** Nothing of it reaches the store, and nothing comes back; nobody is told. */
  stall(): void
  /** What was on its way arrives. */
  wake(): void
  /** Its connections are lost; it may come again. */
  drop(): void
}

/** One place in which several nodes store, empty at first. */
export interface SharedPlace {
  /** Another node: opened, neither loaded nor viewed. */
  node(): Promise<SharedNode>
  /** How long a lease lasts that nobody renews. */
  readonly leaseMs: number
  pass(ms: number): Promise<void>
  /** Waits, while time passes. @throws when it takes too long */
  until(holds: () => boolean): Promise<void>
  /** Somebody else takes entries up to this one away. */
  trim(seq: number): Promise<void>
  /** Closes everything and leaves nothing behind. */
  remove(): Promise<void>
}

/** The place of the test that runs. */
export type SharedPlaceOf = () => SharedPlace

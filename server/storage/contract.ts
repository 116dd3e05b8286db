import type { ChildProcess } from 'node:child_process'
import { afterEach, beforeEach, describe, vi } from 'vitest'
import type { Storage } from '../engine/storage.ts'
import { answerRules } from './contract/answerRules.ts'
import { checkpointRules } from './contract/checkpointRules.ts'
import { journalRules } from './contract/journalRules.ts'
import { killRules } from './contract/killRules.ts'
import { leaseRules } from './contract/leaseRules.ts'
import { overlapRules } from './contract/overlapRules.ts'
import { pageRules } from './contract/pageRules.ts'
import { tailRules } from './contract/tailRules.ts'

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
  /** Closes everything and leaves nothing behind. */
  remove(): Promise<void>
}

/** The place of the test that runs. */
export type Place = () => OpenPlace

/** What every storage promises the hub, as numbered rules; each adapter runs the same. */
export const storageContract = (name: string, open: () => Promise<OpenPlace>) => {
  describe(`storage: ${name}`, () => {
    // Threads, processes and syncs: slow on a busy machine, and no sign of anything.
    vi.setConfig({ testTimeout: 30_000 })
    let opened: OpenPlace | undefined
    const place: Place = () => {
      if (!opened) throw new Error('No place is open.')
      return opened
    }
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => place().remove())
    journalRules(place)
    tailRules(place)
    leaseRules(place)
    checkpointRules(place)
    overlapRules(place)
    answerRules(place)
    pageRules(place)
    killRules(place)
  })
}

import { afterEach, beforeEach, describe, vi } from 'vitest'
import { answerRules } from './contract/answerRules.ts'
import { checkpointRules } from './contract/checkpointRules.ts'
import { forgetRules } from './contract/forgetRules.ts'
import { journalRules } from './contract/journalRules.ts'
import { killRules } from './contract/killRules.ts'
import { leaseRules } from './contract/leaseRules.ts'
import type { OpenPlace, Place } from './contract/openPlace.ts'
import { overlapRules } from './contract/overlapRules.ts'
import { pageRules } from './contract/pageRules.ts'
import { tailRules } from './contract/tailRules.ts'

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
    forgetRules(place)
    killRules(place)
  })
}

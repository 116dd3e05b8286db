import { afterEach, beforeEach, describe } from 'vitest'
import { answerRules } from './answerRules.ts'
import { archiveRules } from './archiveRules.ts'
import { checkpointRules, overlapRules } from './checkpointRules.ts'
import { erasePieceRules } from './erasePieceRules.ts'
import { eraseRules } from './eraseRules.ts'
import { journalRules, killRules, tailRules } from './journalRules.ts'
import { leaseRules } from './leaseRules.ts'
import type { OpenPlace, Place } from './place.ts'
import { pruneRules } from './pruneRules.ts'

/** What every storage promises the hub, as numbered rules that each adapter runs. */
export const storageContract = (name: string, open: () => Promise<OpenPlace>) => {
  describe(`storage: ${name}`, () => {
    // Threads, processes and syncs are slow on a busy machine.
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
    archiveRules(place)
    eraseRules(place)
    erasePieceRules(place)
    pruneRules(place)
    killRules(place)
  })
}

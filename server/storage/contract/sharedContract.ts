import { afterEach, beforeEach, describe } from 'vitest'
import type { SharedPlace, SharedPlaceOf } from './place.ts'
import { busRules } from './shared/busRules.ts'
import { fenceRules } from './shared/fenceRules.ts'
import { followRules } from './shared/followRules.ts'
import { leaseRules } from './shared/leaseRules.ts'
import { viewRules } from './shared/viewRules.ts'

/** What every storage that nodes share promises them, as numbered rules that each adapter runs. */
export const sharedStorageContract = (name: string, open: () => Promise<SharedPlace>) => {
  describe(`shared storage: ${name}`, () => {
    let opened: SharedPlace | undefined
    const place: SharedPlaceOf = () => {
      if (!opened) throw new Error('No place is open.')
      return opened
    }
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => place().remove())
    leaseRules(place)
    viewRules(place)
    followRules(place)
    busRules(place)
    fenceRules(place)
  })
}

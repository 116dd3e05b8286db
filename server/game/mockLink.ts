import type { ActionLink } from './actionLink.ts'
import type { LinkState } from './link.ts'
import { modWords, wordForMod } from './words/modWords.ts'

/** What stands in for all links where the owner has turned commands off: it sends nothing, and each reply says so. */
export function createMockLink(now: () => number): ActionLink {
  const state: LinkState = { name: 'up', since: now(), why: null }
  return {
    name: 'mock',
    state: () => state,
    onState: () => () => {},
    width: 16,
    can: () => true,
    isHarmlessTwice: () => true,
    word: (action) => (action.kind in modWords ? wordForMod(modWords, action) : action.kind),
    async perform(action) {
      const whom = action.target?.name ?? 'everybody'
      return {
        state: 'confirmed',
        reply: `Mock: ${action.kind} executed for ${whom}`,
        why: 'Commands are off (RCON=0): nothing was sent.',
      }
    },
    close: async () => {},
  }
}

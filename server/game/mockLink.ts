import type { ActionLink } from './actionLink.ts'
import { modCommandText, modTemplates } from './commandTemplates.ts'
import type { LinkState } from './link.ts'

/** Replaces all links where commands are off (RCON=0): it sends nothing, and each reply says so. */
export function createMockLink(now: () => number): ActionLink {
  const state: LinkState = { name: 'up', since: now(), why: null }
  return {
    name: 'mock',
    state: () => state,
    onState: () => () => {},
    concurrency: 16,
    can: () => true,
    isHarmlessTwice: () => true,
    commandText: (action) => (action.kind in modTemplates ? modCommandText(modTemplates, action) : action.kind),
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

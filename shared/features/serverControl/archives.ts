import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'

const did = {
  restart: 'ordered a restart of the game server',
  shutDown: 'ordered the game server to shut down',
  emergencyRestart: 'ordered an emergency restart of the game server',
  emergencyShutDown: 'ordered an emergency shutdown of the game server',
  restartSoon: 'began the countdown to a restart: {text}',
  cancelRestart: 'cancelled the countdown to a restart',
  skipNext: 'skipped the next scheduled restart',
  restoreNext: 'undid skipping the next scheduled restart',
  kickAll: 'kicked everyone from the game',
  enableMaintenance: 'began maintenance: {text}',
  disableMaintenance: 'ended maintenance',
  broadcast: 'sent a broadcast: {text}',
  delayBroadcast: 'scheduled a broadcast: {text}',
  repeatBroadcast: 'began to repeat a broadcast: {text}',
  stopBroadcast: 'stopped a broadcast: {text}',
} as const
export const controlActs = Object.keys(did) as [keyof typeof did, ...(keyof typeof did)[]]
/** The same without a reason. */
const didAlone = new Map(controlActs.map((act) => [act, did[act].replace(': {text}', '')]))

/** What owners did with the game server as a whole. Its deliveries are in the audit of deliveries, too. */
export const serverControlAudit = defineArchive({
  kind: 'serverControlAudit',
  schema: z.object({
    act: z.enum(controlActs),
    ...actorShape,
    /** The reason, or what was said; may be empty. */
    text: z.string(),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: { act: 'event', text: { emptied: 'by' }, ...actorOwners },
  erased: 'emptied',
  audited: ({ act, text, ...row }) => ({
    ...row,
    act: `serverControl.${act}`,
    subject: 'server',
    did: text ? did[act] : (didAlone.get(act) ?? ''),
    detail: { text: text || '' },
  }),
})

/** Changes of the link to the game, of the host's word on the game server, and its starts: for the log of the server and the timeline. */
export const serverChanges = defineArchive({
  kind: 'serverChanges',
  schema: z.object({
    server: z.string(),
    /** `link`: the game's RCON. `host`: what the host says of the game server. `start`: the game server was started. */
    of: z.enum(['link', 'host', 'start']),
    /** The state before and after; null for none. */
    from: z.string().nullable(),
    to: z.string().nullable(),
    /** A sentence; null for none. */
    why: z.string().nullable(),
  }),
  readableBy: holdersOf('ownerPanel'),
  persons: {},
  fields: { server: 'event', of: 'event', from: 'event', to: 'event', why: 'event' },
  erased: 'emptied',
  keptDays: 90,
  audited: null,
})

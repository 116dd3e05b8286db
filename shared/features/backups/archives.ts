import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { holdersOf } from '../../engine/document.ts'
import { GameAct } from './backups.ts'

/** What happened in the game after a backup from which the hub was restored: the restored data know nothing of it. */
export const lostDeliveries = defineArchive({
  kind: 'lostDeliveries',
  schema: GameAct.extend({
    /** Epoch ms at which the restore was asked for: names it. */
    restore: z.number(),
  }),
  readableBy: holdersOf('ownerPanel'),
  persons: { target: 'target.id', by: 'by' },
  fields: {
    restore: 'event',
    delivery: 'event',
    kind: 'event',
    by: 'by',
    byName: { emptied: 'by' },
    target: { emptied: 'target' },
    text: { emptied: ['target', 'by'] },
    redemption: 'event',
    settledAt: 'event',
  },
  erased: 'emptied',
  audited: null,
})

const did: Readonly<Record<string, string>> = {
  make: 'made a backup of the hub',
  verify: 'tested the backup {file}',
  lock: 'locked the backup {file}',
  unlock: 'unlocked the backup {file}',
  delete: 'deleted the backup {file}',
  restore: 'restored the hub from the backup {file}',
  take: 'downloaded the backup {file}',
  plan: 'set the schedule of backups to {file}',
  export: 'exported {file}',
  deleteFormer: 'deleted the former data {file}',
  rollback: 'recorded that the game was set back: {file}',
}

/** What owners did with backups, and what they exported. */
export const backupAudit = defineArchive({
  kind: 'backupAudit',
  schema: z.object({
    act: z.enum([
      'make',
      'verify',
      'lock',
      'unlock',
      'delete',
      'restore',
      'take',
      'plan',
      'export',
      'rollback',
      'deleteFormer',
    ]),
    ...actorShape,
    /** The name of the file, or what else it was about in words; '' for nothing. */
    file: z.string().max(300),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: { act: 'event', file: 'event', ...actorOwners },
  erased: 'emptied',
  audited: ({ act, file, ...row }) => ({
    ...row,
    subject: 'server',
    act: `backups.${act}`,
    did: did[act] ?? act,
    detail: { file },
  }),
})

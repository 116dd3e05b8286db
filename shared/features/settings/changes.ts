import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, holdersOf } from '../../engine/document.ts'
import { Id } from '../../engine/ids.ts'

/** Beyond this the oldest changes can no longer be undone. Their history stays. */
export const mostUndoable = 50
/** Of a value in words, in UTF-16 units. */
export const longestWords = 400

const ChangeInWords = z.object({
  /** Of the setting, as `economy.dailyBonus`. */
  setting: z.string(),
  /** What a sentence calls it: `the daily bonus`. */
  name: z.string(),
  /** The values in words, for people. */
  from: z.string(),
  to: z.string(),
})

/** Changes of settings by owners: who changed what, when, from what to what. An undo is a change of its own. */
export const settingChanges = defineArchive({
  kind: 'settingChanges',
  schema: z.object({
    act: z.enum(['change', 'undo']),
    ...actorShape,
    /** Names the change for `settings.undo`, as long as `latestChanges` has it. */
    change: z.string(),
    setting: z.string(),
    /** What a sentence calls the setting. */
    title: z.string(),
    from: z.string(),
    to: z.string(),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: {
    act: 'event',
    change: 'event',
    setting: 'event',
    title: 'event',
    from: 'event',
    to: 'event',
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ act, setting, title, from, to, change, ...row }) => ({
    ...row,
    act: `settings.${act}`,
    subject: 'settings',
    did: act === 'undo' ? `set ${title} back from {from} to {to}` : `changed ${title} from {from} to {to}`,
    detail: { name: title, from, to, setting, change },
  }),
})

const UndoableChange = ChangeInWords.extend({
  /** Epoch ms. */
  at: z.number(),
  /** Permissions that an undo needs beside its own. A later release may know others. */
  alsoNeeds: z.array(z.string()).default([]),
  /** The values as they are kept. Undone only while the setting still has `after`. */
  before: z.unknown(),
  after: z.unknown(),
})
export type UndoableChange = z.infer<typeof UndoableChange>

/** The latest changes that can be undone, by id. Who made them is in the history. */
export const latestChanges = defineDocument({
  kind: 'latestChanges',
  schema: z.object({ changes: z.record(z.string(), UndoableChange).default({}) }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It has settings of the hub, and nothing about persons.' },
  typedTexts: ['changes.*.from', 'changes.*.to', 'changes.*.before', 'changes.*.after'],
  audited: 'settingChanges',
})

/** Sets a setting back to what it was before a change. */
export const undoSetting = defineCommand({
  name: 'settings.undo',
  permission: 'ownerPanel',
  input: z.strictObject({ change: Id }),
  output: z.object({}),
  refusals: {
    gone: 'That change can no longer be undone.',
    needsMore: 'To set {name} back you also need {permissions}.',
    changedSince: 'This has been changed again since, to {now}. Undo that change first, or set the value you want.',
  },
})

import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { permissionsOf } from '../../engine/permissions.ts'
import { longestZone } from '../../engine/recurrenceLimits.ts'
import { BackupProgress, backups, GameAct, HubBackup, mostLost } from './backups.ts'

/** A backup holds all that any permission reads or changes: a token with some of them must not get at the rest. */
const everything = permissionsOf.owner

const full = 'Several backup tasks are already waiting. Try again when some are done.'
const gone = 'There is no such backup any more.'

/** Has a backup of the hub made. The document `backups` shows it once it is complete. */
export const makeBackup = defineCommand({
  name: 'backups.make',
  permission: 'ownerPanel',
  input: z.object({}),
  output: z.object({ task: z.string() }),
  refusals: { busy: 'A backup is being made already.', full },
})

const OneBackup = z.object({ backup: z.string().max(64) })

/** Has a backup tried again, by a process of its own. */
export const verifyBackup = defineCommand({
  name: 'backups.verify',
  permission: 'ownerPanel',
  input: OneBackup,
  output: z.object({}),
  refusals: { gone, full },
})

/** A locked backup is not deleted by the schedule, and not by owners before they unlock it. */
export const lockBackup = defineCommand({
  name: 'backups.lock',
  permission: 'ownerPanel',
  input: OneBackup.extend({ isLocked: z.boolean() }),
  output: z.object({}),
  refusals: { gone, full, tooMany: 'At most {most} backups can be locked. Unlock one first.' },
})

export const deleteBackup = defineCommand({
  name: 'backups.delete',
  permission: 'ownerPanel',
  input: OneBackup,
  output: z.object({}),
  refusals: { gone, full, locked: 'This backup is locked. Unlock it first.' },
})

/** Replaces all data of the hub by a backup. What is there now is backed up before, and kept aside too. */
export const restoreBackup = defineCommand({
  name: 'backups.restore',
  permission: 'ownerPanel',
  alsoNeeds: everything,
  input: OneBackup.extend({
    /** The time of the backup as the page has shown it, epoch ms. */
    madeAt: z.number(),
  }),
  output: z.object({}),
  refusals: {
    gone,
    full,
    bad: 'This backup cannot be read. Restore another one.',
    changed: 'The backup has changed since you were asked. Reload the page, then choose it again.',
    notHere: 'The hub cannot restore this by itself. {why}',
    running: 'A restore has already been requested.',
  },
})

/** Deletes the data that a restore has replaced. */
export const deleteFormer = defineCommand({
  name: 'backups.deleteFormer',
  permission: 'ownerPanel',
  input: z.object({ name: z.string().max(64) }),
  output: z.object({}),
  refusals: { gone: 'That old data has already been deleted.', full },
})

/** Hides the notice about the last restore, for all owners. A notice about another one stays. */
export const dismissRestored = defineCommand({
  name: 'backups.dismissRestored',
  permission: 'ownerPanel',
  /** As the notice has it. */
  input: z.object({ at: z.number() }),
  output: z.object({}),
  refusals: {},
})

/** Gives the name of the file for a download, and writes down who took it. */
export const takeBackup = defineCommand({
  name: 'backups.take',
  permission: 'ownerPanel',
  alsoNeeds: everything,
  input: OneBackup,
  output: z.object({ file: z.string(), bytes: z.number() }),
  refusals: { gone },
  refusalKinds: { gone: 'missing' },
})

export const planBackups = defineCommand({
  name: 'backups.plan',
  permission: 'ownerPanel',
  input: z.object({
    isOn: z.boolean(),
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time from 00:00 to 23:59'),
    zone: z.string().min(1).max(longestZone),
  }),
  output: z.object({ nextAt: z.number().nullable() }),
  refusals: { noZone: 'There is no time zone {zone}. Use a name such as Europe/Berlin, or UTC.' },
})

/** The schedule's run. */
export const runSchedule = defineCommand({
  name: 'backups.runSchedule',
  permission: 'hub',
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})

/** The schedule as it is set: called at the start of each leader. */
export const beginSchedule = defineCommand({
  name: 'backups.beginSchedule',
  permission: 'hub',
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})

const { failure, folder, former, node, freeBytes, whyNot } = backups.schema.shape

/** What the folder of backups holds. */
export const reportBackups = defineCommand({
  name: 'backups.report',
  permission: 'hub',
  input: z.object({
    list: z.array(HubBackup).max(200),
    failure: failure.unwrap(),
    former: former.unwrap(),
    folder: folder.unwrap(),
    node: node.unwrap(),
    freeBytes: freeBytes.unwrap(),
    restoresHere: z.boolean(),
    whyNot: whyNot.unwrap(),
  }),
  output: z.object({}),
  refusals: {},
})

export const reportProgress = defineCommand({
  name: 'backups.reportProgress',
  permission: 'hub',
  input: z.object({ progress: BackupProgress.nullable() }),
  output: z.object({}),
  refusals: {},
})

/** A task is over, well or not. */
export const finishTask = defineCommand({
  name: 'backups.finishTask',
  permission: 'hub',
  input: z.object({ task: z.string() }),
  output: z.object({}),
  refusals: {},
})

/** The hub has started on restored data, or on its own after a restore that failed. */
export const recordRestore = defineCommand({
  name: 'backups.recordRestore',
  permission: 'hub',
  input: z.object({
    at: z.number(),
    isDone: z.boolean(),
    says: z.string().max(2_000),
    madeAt: z.number().nullable(),
    /** What happened in the game after the backup. */
    lost: z.array(GameAct).max(mostLost).default([]),
  }),
  output: z.object({}),
  refusals: {},
})

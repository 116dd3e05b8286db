import { z } from 'zod'
import { defineDocument, holdersOf, notPersonal } from '../../engine/document.ts'
import { longestZone } from '../../engine/recurrenceLimits.ts'

/** Why a backup was made: an owner asked, the schedule, or a restore that was about to replace the data. */
export const backupCauses = ['asked', 'schedule', 'beforeRestore'] as const
export const BackupCause = z.enum(backupCauses)
export type BackupCause = z.infer<typeof BackupCause>

const Sentence = z.string().max(2_000)

/**
 * What is known of whether a backup can be used. `unverified`: not tried yet. `tried`: another process has read it whole, filled an empty
 * store from it and loaded that. `read`: it was read whole, and there was no room on the disk to fill a store. `bad`: do not rely on it.
 */
export const verifiedStates = ['unverified', 'tried', 'read', 'bad'] as const

/** A backup of the hub: one file in the folder of backups. */
export const HubBackup = z.object({
  /** Of the file's contents. */
  id: z.string().max(64),
  file: z.string().max(200),
  /** Epoch ms at which it was begun: what was acknowledged before is in it. */
  madeAt: z.number(),
  /** The journal's last entry in it. */
  seq: z.int().nonnegative(),
  /** Of the file. */
  bytes: z.number().nonnegative(),
  documents: z.int().nonnegative(),
  rows: z.int().nonnegative(),
  cause: BackupCause,
  /** Kept until it is unlocked. */
  isLocked: z.boolean(),
  verified: z.object({
    state: z.enum(verifiedStates),
    /** Epoch ms; null while it is unverified. */
    at: z.number().nullable(),
    /** What is wrong with it, or was in the way; null for nothing. */
    why: Sentence.nullable(),
  }),
})
export type HubBackup = z.infer<typeof HubBackup>

/** What is being done now, and how far it is. */
export const BackupProgress = z.object({
  act: z.enum(['make', 'verify', 'restore']),
  /** Records so far; `of` is as many as there were last time, null where that is unknown. */
  done: z.int().nonnegative(),
  of: z.int().nonnegative().nullable(),
  /** Epoch ms. */
  startedAt: z.number(),
})
export type BackupProgress = z.infer<typeof BackupProgress>

/** The data that a restore has replaced. */
export const FormerData = z.object({
  /** Of its folder, in the data folder. */
  name: z.string().max(64),
  /** Epoch ms at which the restore was asked for. */
  at: z.number(),
  bytes: z.number().nonnegative(),
})
export type FormerData = z.infer<typeof FormerData>
/** Beyond this the oldest former data are deleted. */
export const keptFormer = 3
/** Former data that are older are deleted, too. */
export const formerKeptMs = 30 * 86_400_000

/** The backups of the hub, as the folder of the leading node has them. */
export const backups = defineDocument({
  kind: 'backups',
  schema: z.object({
    /** Newest first. Null until the folder was read. */
    list: z.array(HubBackup).max(200).nullable().default(null),
    progress: BackupProgress.nullable().default(null),
    /** What restores have replaced, newest first. */
    former: z.array(FormerData).max(50).default([]),
    /** The last backup that could not be made, until one was; or the last other task that failed, until the next one. */
    failure: z.object({ at: z.number(), why: Sentence }).nullable().default(null),
    /** Where the files are: a folder of this node's machine. */
    folder: z.string().max(1_000).default(''),
    node: z.string().max(100).default(''),
    freeBytes: z.number().nonnegative().nullable().default(null),
    /** Whether the hub can restore a backup by itself. Otherwise the command line does; `whyNot` says why. */
    restoresHere: z.boolean().default(false),
    whyNot: Sentence.nullable().default(null),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'live',
  ...notPersonal('is about files of backups, not about what is in them'),
})
export const backupsKey = 'hub'

/** Beyond this the oldest backups that are not locked are deleted. */
export const keptBackups = 10
/** Locked ones count beyond that, up to this many. */
export const mostLocked = 50

export const defaultBackupTime = '05:00'

/** What is to be done with the files, in this order. The leading node does it, and takes it off the list. */
export const BackupTask = z.object({
  id: z.string().max(64),
  act: z.enum(['make', 'verify', 'lock', 'unlock', 'delete', 'restore', 'deleteFormer']),
  /** The backup, or the name of the former data; null for `make`. */
  backup: z.string().max(64).nullable(),
  cause: BackupCause,
  /** Epoch ms. */
  askedAt: z.number(),
})
export type BackupTask = z.infer<typeof BackupTask>

/** When backups are made, and what is asked for and not done yet. */
export const backupPlan = defineDocument({
  kind: 'backupPlan',
  schema: z.object({
    isOn: z.boolean().default(true),
    /** Wall time of the zone, each day. */
    time: z.string().max(5).default(defaultBackupTime),
    zone: z.string().max(longestZone).default('UTC'),
    /** Epoch ms of the next one by the schedule; null while it is off. */
    nextAt: z.number().nullable().default(null),
    tasks: z.array(BackupTask).max(40).default([]),
    /** The last restore, and what became of it; null if there was none. */
    restored: z
      .object({
        at: z.number(),
        isDone: z.boolean(),
        /** A sentence on the outcome. */
        says: Sentence,
        /** When the data are from, epoch ms; null where nothing was restored. */
        madeAt: z.number().nullable(),
        /** An owner has read it. */
        isDismissed: z.boolean().default(false),
      })
      .nullable()
      .default(null),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  ...notPersonal('is the schedule of backups'),
  audited: 'backupAudit',
})

/** Something that the game had done: what was redeemed, or parked. */
export const GameAct = z.object({
  delivery: z.string().max(64),
  kind: z.string().max(40),
  /** The account that paid for it, or parked. */
  by: z.string().max(64),
  byName: z.string().max(100),
  target: z.object({ id: z.string().max(64), name: z.string().max(100) }).nullable(),
  /** The species, or what else it was about. */
  text: z.string().max(1_000),
  redemption: z.string().max(64).nullable(),
  /** Epoch ms at which the game had done it. */
  settledAt: z.number(),
})
export type GameAct = z.infer<typeof GameAct>
/** Of a restore that lost more, the oldest of these are listed. */
export const mostLost = 2_000

/**
 * Times to which the hub or the game went back: from then on hub and game no longer agree on what was redeemed and parked. Nothing of that is
 * made good by itself; staff settle each by the usual commands, and tick it off here.
 */
export const rollbacks = defineDocument({
  kind: 'rollbacks',
  schema: z.object({
    /** Newest first. */
    list: z
      .array(
        z.object({
          id: z.string().max(64),
          of: z.enum(['hub', 'game']),
          /** Epoch ms: what happened after it is affected. */
          since: z.number(),
          at: z.number(),
          /** Deliveries that staff have settled. */
          settled: z.array(z.string().max(64)).max(mostLost).default([]),
        }),
      )
      .max(10)
      .default([]),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  ...notPersonal('has ids of deliveries, and nothing about persons'),
  audited: 'backupAudit',
})
export const mostRollbacks = 10

/** The newest backup that another process could read; undefined for none. */
export const lastGood = (list: readonly HubBackup[]) =>
  list.find(({ verified }) => verified.state === 'tried' || verified.state === 'read')

/** Backups of the game's saves, as deliveries to the host of the game server made them. The key is the server's. */
export const gameBackups = defineDocument({
  kind: 'gameBackups',
  schema: z.object({
    /** Newest first. */
    list: z
      .array(
        z.object({
          /** Id of the delivery. */
          delivery: z.string().max(64),
          /** Epoch ms at which it was asked for. */
          at: z.number(),
          /** `unknown`: nobody can tell whether it was made. */
          state: z.enum(['underWay', 'made', 'failed', 'unknown']),
          why: Sentence.nullable(),
        }),
      )
      .max(100)
      .default([]),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  ...notPersonal('is about backups of the game, not about who asked for them'),
})
export const mostGameBackups = 40

import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { ComingRun, recurrenceRefusals } from '../../engine/recurrence.ts'
import { mostBulk } from '../deliveries/bulk.ts'
import { IssuedOrder, OneServer } from '../deliveries/commands.ts'
import { longestActionText } from '../deliveries/kinds.ts'
import { orderRefusalKinds, orderRefusals } from '../deliveries/refusals.ts'
import { broadcastPriorities, broadcastStyles, longestDelayMinutes, mostWaiting, repeatMinutes } from './broadcasts.ts'
import {
  comingKinds,
  longestMaintenanceMessage,
  longestReason,
  mostMaintenanceMinutes,
  RestartSchedule,
} from './serverControl.ts'

const permission = 'ownerPanel'
const Shown = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, "The text can't contain hidden control characters.")
const Reason = Shown.max(longestReason).default('')
const Ordered = z.object({ server: OneServer, reason: Reason, isEmergency: z.boolean().default(false) })

/**
 * Restarts the game server now, and saves the game before that where a link can. An emergency does not save, ends a countdown, and takes back
 * orders for the host that were not sent yet.
 */
export const restartNow = defineCommand({
  name: 'serverControl.restart',
  permission,
  input: Ordered,
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** Shuts the game server down now, in the same way. */
export const shutDownNow = defineCommand({
  name: 'serverControl.shutDown',
  permission,
  input: Ordered,
  output: IssuedOrder,
  refusals: orderRefusals,
})

/** Restarts the game server after a countdown, which every page shows and of which the game is warned. */
export const restartSoon = defineCommand({
  name: 'serverControl.restartSoon',
  permission,
  input: z.strictObject({ server: OneServer, minutes: z.int().min(1).max(60), reason: Reason }),
  /** `at`: epoch ms. */
  output: z.object({ at: z.number() }),
  refusals: { counting: 'A restart countdown is already running. Cancel it first.' },
})

/** Ends the countdown that `restartSoon` began. */
export const cancelRestart = defineCommand({
  name: 'serverControl.cancelRestart',
  permission,
  input: z.strictObject({ server: OneServer }),
  output: z.object({}),
  refusals: { none: 'No restart countdown is running.' },
})

export const scheduleRefusals = {
  ...recurrenceRefusals,
  neverFires: 'No date ever matches "{rule}", so the server would never restart. Change the day or the month.',
  tooOften: 'The server would restart every {minutes} min. Leave at least {least} minutes between two restarts.',
  tooFar: 'The first restart by "{rule}" would be more than a year ahead. Change the day or the month.',
}

const scheduleRefusalKinds = {
  badZone: { input: 'schedule.zone' },
  badRule: { input: 'schedule.rule' },
  neverFires: { input: 'schedule.rule' },
  tooOften: { input: 'schedule.rule' },
  tooFar: { input: 'schedule.rule' },
} as const

/** Sets when the game server restarts again and again; null for never. It can be undone like other settings. */
export const scheduleRestarts = defineCommand({
  name: 'serverControl.scheduleRestarts',
  permission,
  input: z.strictObject({ server: OneServer, schedule: RestartSchedule.nullable() }),
  output: z.object({
    /** Epoch ms. */
    nextAt: z.number().nullable(),
    /** Names the change for `settings.undo`; null if nothing is different. */
    change: z.string().nullable(),
  }),
  refusals: scheduleRefusals,
  refusalKinds: scheduleRefusalKinds,
})

/** Leaves the next restart of the schedule out, or takes that back. `at` names it, so that a late press skips no other one. */
export const skipNextRestart = defineCommand({
  name: 'serverControl.skipNext',
  permission,
  input: z.strictObject({ server: OneServer, at: z.number(), isSkipped: z.boolean().default(true) }),
  output: z.object({}),
  refusals: { gone: "That restart isn't the next one any more." },
})

/** The next five restarts of a schedule, before it is saved. */
export const previewRestarts = defineQuery({
  name: 'serverControl.previewRestarts',
  permission,
  input: RestartSchedule,
  output: z.object({
    runs: z.array(ComingRun),
  }),
  refusals: scheduleRefusals,
})

/** Kicks everyone who is in the game, except the owner who asks and those whom they may not kick. */
export const kickAll = defineCommand({
  name: 'serverControl.kickAll',
  permission,
  input: z.strictObject({ server: OneServer, reason: Reason }),
  output: z.object({ run: z.string(), issued: z.int(), skipped: z.int() }),
  refusals: {
    ...orderRefusals,
    noneLeft: 'No player that you can kick is in the game.',
    bulkBusy: "Your earlier bulk commands aren't finished yet. Wait for their outcome, then try again.",
    tooManyIn: `More than ${mostBulk} players are in the game. Turn the whitelist on, then restart the server.`,
  },
  refusalKinds: orderRefusalKinds,
})

/** Begins maintenance: every page says so, and on request the game's whitelist is on and players receive a broadcast. */
export const enableMaintenance = defineCommand({
  name: 'serverControl.enableMaintenance',
  permission,
  input: z.strictObject({
    server: OneServer,
    message: Shown.max(longestMaintenanceMessage).default(''),
    /** When it is expected to end, from now; null for no word on that. */
    minutes: z.int().min(1).max(mostMaintenanceMinutes).nullable().default(null),
    whitelist: z.boolean().default(true),
    tell: z.boolean().default(true),
  }),
  output: z.object({}),
  refusals: { ...orderRefusals, on: 'The server is in maintenance already.' },
  refusalKinds: orderRefusalKinds,
})

/** Ends maintenance. The whitelist is turned off if maintenance had turned it on. */
export const disableMaintenance = defineCommand({
  name: 'serverControl.disableMaintenance',
  permission,
  input: z.strictObject({ server: OneServer, tell: z.boolean().default(true) }),
  output: z.object({}),
  refusals: { ...orderRefusals, off: 'The server is not in maintenance.' },
  refusalKinds: orderRefusalKinds,
})

/** Sends a broadcast now, later, or again and again. */
export const sendBroadcast = defineCommand({
  name: 'serverControl.broadcast',
  permission,
  input: z.strictObject({
    server: OneServer,
    text: z.string().max(longestActionText),
    style: z.enum(broadcastStyles).default('normal'),
    priority: z.enum(broadcastPriorities).default('low'),
    delayMinutes: z.int().min(0).max(longestDelayMinutes).default(0),
    repeatMinutes: z.literal(repeatMinutes).nullable().default(null),
  }),
  /** `deliveries`: those that were issued at once; `waiting`: null if it does not wait. */
  output: z.object({ deliveries: z.array(z.string()), waiting: z.string().nullable() }),
  refusals: {
    ...orderRefusals,
    tooManyWaiting: `${mostWaiting} broadcasts are already waiting or repeating. Stop one first.`,
  },
})

/** Stops a broadcast that waits or is repeated. */
export const stopBroadcast = defineCommand({
  name: 'serverControl.stopBroadcast',
  permission,
  input: z.strictObject({ server: OneServer, id: Id }),
  output: z.object({}),
  refusals: { gone: 'That broadcast was sent or stopped already.' },
})

/** Does what is due of a restart: warns, restarts, or leaves it out. Nothing where nothing is due. */
export const advanceRestart = defineCommand({
  name: 'serverControl.advanceRestart',
  permission: 'hub',
  input: z.object({ server: OneServer, which: z.enum(comingKinds) }),
  output: z.object({}),
  refusals: {},
})

/** Sends a waiting broadcast whose time has come. */
export const advanceBroadcast = defineCommand({
  name: 'serverControl.advanceBroadcast',
  permission: 'hub',
  input: z.object({ server: OneServer, id: z.string() }),
  output: z.object({}),
  refusals: {},
})

import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, exportedAs, holdersOf, itsPlayer } from '../../engine/document.ts'
import { linkNames } from '../deliveries/delivery.ts'
import { longestActionText } from '../deliveries/kinds.ts'
import { orderRefusals } from '../deliveries/refusals.ts'
import { gameReads } from './gameCommands.ts'

/** How many lines a person keeps. */
export const mostLines = 50
export const longestLine = longestActionText

/** `cancelled`: staff took it back before it was done, which is not a fault. */
const Tone = z.enum(['good', 'waiting', 'bad', 'cancelled'])
export type ConsoleTone = z.infer<typeof Tone>
const Answer = {
  /** The link that has it; `hub` for what the hub answers itself; null before it is known. */
  link: z
    .enum([...linkNames, 'hub'])
    .nullable()
    .default(null),
  tone: Tone.default('waiting'),
  reply: z.string().default(''),
}

/** A line that was entered into the console, and its answer. */
export const ConsoleLine = z.object({
  /** The order of entry, from 1. */
  number: z.int().positive(),
  text: z.string(),
  /** Epoch ms. */
  at: z.number(),
  /** The id of its delivery; null where there is none. */
  delivery: z.string().nullable().default(null),
  ...Answer,
  /** Ids of the players of the game whom it is about. */
  players: z.array(z.string()).default([]),
})
export type ConsoleLine = z.infer<typeof ConsoleLine>

const History = z.object({
  lines: z.record(z.string(), ConsoleLine).default({}),
  /** How many were ever entered. */
  entered: z.int().nonnegative().default(0),
})
type History = z.infer<typeof History>

/** The latest console lines of an account, by line id. Its key is the account's id. */
export const consoleHistory = defineDocument({
  kind: 'consoleHistory',
  schema: History,
  readableBy: (viewer, key) => itsPlayer(viewer, key) && viewer.can('runConsole'),
  audience: 'changing',
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('console', ({ lines }: History) => Object.values(lines).map(ownPartOf), {
    number: 'theirs',
    at: 'theirs',
    text: 'theirs',
    link: 'theirs',
    tone: 'theirs',
    // It may list players.
    reply: 'another',
    delivery: 'theirs',
    players: 'another',
  }),
  erased: 'byFeature',
  typedTexts: ['lines.*.text', 'lines.*.reply'],
  audited: 'deliveryAudit',
})
/** What staff wrote to or about a player is the player's. */
function ownPartOf(line: ConsoleLine): ConsoleLine {
  return line.players.length > 0 ? { ...line, text: '' } : line
}

/** The accounts that have a history, so that erasing a player finds the lines about them. */
export const consoleAccounts = defineDocument({
  kind: 'consoleAccounts',
  schema: z.object({ accounts: z.record(z.string(), z.literal(true)).default({}) }),
  readableBy: () => false,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

const permission = 'runConsole'

/** Carries a line out as its command, with the permission and refusals of that command, and keeps it with its answer. */
export const enterLine = defineCommand({
  name: 'console.enterLine',
  permission,
  input: z.object({ line: z.string().max(longestLine) }),
  output: z.object({ id: z.string() }),
  refusals: orderRefusals,
})

/** Keeps a line that was refused or cancelled before it was an order, with the text that the person read. */
export const keepLine = defineCommand({
  name: 'console.keepLine',
  permission,
  input: z.object({
    line: z.string().max(longestLine),
    reply: z.string().max(400),
    tone: z.enum(['bad', 'cancelled']).default('bad'),
  }),
  output: z.object({ id: z.string() }),
  refusals: { noCommand: orderRefusals.noCommand },
})

export const clearHistory = defineCommand({
  name: 'console.clearHistory',
  permission,
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})

/** Copies the state of a delivery to the console line and the test result that it belongs to. */
export const followDelivery = defineCommand({
  name: 'console.followDelivery',
  permission: 'hub',
  input: z.object({ server: z.string(), account: z.string(), delivery: z.string() }),
  output: z.object({}),
  refusals: {},
})

/**
 * The lines of a test: questions only, so that it can run against a live game. Each is asked again in another order, which shows whether
 * replies belong to their questions.
 */
export const testLines = [...gameReads, ...gameReads.toReversed(), gameReads[0]] as const
export const testEveryMs = 2_000
/** Beyond one run the latest of the runs before. */
export const resultsKept = 15

const TestResult = z.object({
  number: z.int().positive(),
  line: z.string(),
  /** Epoch ms. */
  at: z.number(),
  ...Answer,
  /** From sending to the reply. */
  tookMs: z.number().nullable().default(null),
})
export type TestResult = z.infer<typeof TestResult>

/** The run of a command test, and the latest results by delivery. There is one, with the server's id as its key, so no two run at once. */
export const commandTest = defineDocument({
  kind: 'commandTest',
  schema: z.object({
    run: z
      .object({
        id: z.string(),
        by: z.string(),
        byName: z.string(),
        /** Epoch ms. */
        startedAt: z.number(),
        /** How many lines were sent. */
        sent: z.int().nonnegative(),
        state: z.enum(['running', 'finished', 'cancelled', 'stopped']),
        /** Why it stopped. */
        why: z.string().nullable(),
      })
      .nullable()
      .default(null),
    results: z.record(z.string(), TestResult).default({}),
    /** How many lines were ever tested. */
    tested: z.int().nonnegative().default(0),
  }),
  readableBy: holdersOf(permission),
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  typedTexts: ['results.*.reply'],
  audited: 'deliveryAudit',
})

export const startTest = defineCommand({
  name: 'console.startTest',
  permission,
  input: z.object({}),
  output: z.object({}),
  refusals: {
    running: 'A test is running. Cancel it, or wait until it has finished.',
    linkDown: 'The game link is down. Start the test when it is back.',
  },
})

export const cancelTest = defineCommand({
  name: 'console.cancelTest',
  permission,
  input: z.object({}),
  output: z.object({}),
  refusals: { notRunning: 'No test is running.' },
})

/** Sends the next line of the run. */
export const continueTest = defineCommand({
  name: 'console.continueTest',
  permission: 'hub',
  input: z.object({ run: z.string() }),
  output: z.object({}),
  refusals: {},
})

import { z } from 'zod'
import { defineDocument, holdersOf, notPersonal } from '../../engine/document.ts'

/** The ways from the hub to the game server: its RCON, its log, a mod that takes commands, and what runs it. */
export const connectionNames = ['rcon', 'log', 'mod', 'host'] as const
const ConnectionName = z.enum(connectionNames)
export type ConnectionName = z.infer<typeof ConnectionName>

const Sentence = z.string().max(2_000)

/** What a check of a connection found. All of it is for owners, and without secrets. */
export const Finding = z.object({
  /** `absent`: the connection is not configured. */
  state: z.enum(['good', 'warning', 'bad', 'absent']),
  says: Sentence,
  /** What to do about it; null where nothing is to be done, or where `says` says it. */
  mend: Sentence.nullable(),
  /** Lines to add to a file; null for none. */
  add: z.object({ file: z.string().max(200), lines: z.array(z.string().max(500)).max(40) }).nullable(),
})
export type Finding = z.infer<typeof Finding>

export const CheckedConnection = z.object({
  /** The address or path that was tried, without secrets; null where none is configured. */
  place: z.string().max(1_000).nullable(),
  findings: z.array(Finding).max(40),
  /** Epoch ms. */
  checkedAt: z.number(),
})
export type CheckedConnection = z.infer<typeof CheckedConnection>

/** What the last check of each connection found. The key is the server's. */
export const connections = defineDocument({
  kind: 'connections',
  schema: z.object({
    /** Without those that were not checked yet. */
    checked: z.partialRecord(ConnectionName, CheckedConnection).default({}),
    /** Epoch ms at which an owner last asked for a check. */
    askedAt: z.number().nullable().default(null),
    isChecking: z.boolean().default(false),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'live',
  ...notPersonal('is about the connections of the hub'),
})

const order = ['bad', 'warning', 'good', 'absent'] as const

/** The state of a connection: that of its worst finding. */
export const stateOf = ({ findings }: Pick<CheckedConnection, 'findings'>): Finding['state'] =>
  order.find((state) => findings.some((finding) => finding.state === state)) ?? 'good'

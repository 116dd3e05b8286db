import { z } from 'zod'
import { DocumentId } from '../../shared/engine/document.ts'
import { Answer, CommandCall, QueryCall } from '../../shared/protocol/calls.ts'
import { Patch } from '../../shared/protocol/down.ts'
import { longestAgent } from '../engine/principal.ts'
import type { Bus, PersonErasure } from '../engine/storage.ts'

// The messages between nodes, as JSON. Any of them may be lost.

/** Sends and receives messages which are checked against a schema. */
export function createMessages(bus: Bus, onFault: (what: string, error: unknown) => void) {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  return {
    node: bus.node,
    send: (topic: string, message: object) => bus.send(topic, encoder.encode(JSON.stringify(message))),
    /** A malformed message, as from another release, is reported as a fault and dropped. */
    listen: <Schema extends z.ZodType>(
      topic: string,
      schema: Schema,
      receive: (message: z.output<Schema>, from: string) => void,
    ) =>
      bus.listen(topic, (bytes, from) => {
        try {
          receive(schema.parse(JSON.parse(decoder.decode(bytes))), from)
        } catch (error) {
          onFault(`receive "${topic}" from node ${from}`, error)
        }
      }),
    onGap: bus.onGap,
  }
}
export type Messages = ReturnType<typeof createMessages>

const count = z.int().nonnegative()

/** A position that a node can show: journal entries, and live changes of an epoch. */
export const Watermark = z.object({ seq: count, epoch: count, live: count })
export type Watermark = z.infer<typeof Watermark>

const LeaderState = z.object({
  /** The seq before the first entry of its epoch. */
  startSeq: count,
  /** How many erasures it has sent to the other nodes in its term. */
  erasures: count,
  /** State of its hub. */
  state: z.object({
    name: z.enum(['serving', 'storageFull', 'storageRefused', 'stopped']),
    why: z.string().nullable(),
    since: z.number(),
  }),
})

/**
 * The presence that a node reports of its connections, as a set of strings. `revision` counts the changes of the set. With `complete` it
 * is the whole set, with `added` and `removed` the change from the revision before, with none of them the set is unchanged.
 */
const PresenceSection = z.object({
  revision: count,
  complete: z.array(z.string()).optional(),
  added: z.array(z.string()).optional(),
  removed: z.array(z.string()).optional(),
})
export type PresenceSection = z.infer<typeof PresenceSection>

/** Sent by every node to all others, at regular intervals and when something in it changes. */
export const Heartbeat = z.object({
  /** The node stops and should get no more requests. */
  isLeaving: z.boolean(),
  /** The position that the node shows; of a leader: the position that it has decided. */
  at: Watermark,
  /** Null on a follower. */
  leader: LeaderState.nullable(),
  /** Wall time of the node, epoch ms. Absent in heartbeats of the release before. */
  now: z.number().optional(),
  presence: PresenceSection,
  /** Nodes of which this one lacks the complete presence: they answer with a heartbeat that has it. '*': all nodes. */
  lacksPresenceOf: z.array(z.string()),
})
export type Heartbeat = z.infer<typeof Heartbeat>

/** Live documents that changed together. `number` counts from 1 in each epoch, without gaps. */
export const LiveChanges = z.object({
  epoch: count,
  number: count,
  /** The durable seq at that time: the changes are not shown before it. */
  afterSeq: count,
  changes: z.array(z.object({ id: DocumentId, version: count, patches: z.array(Patch) })),
})
export type LiveChanges = z.infer<typeof LiveChanges>

/** All live documents after the changes with this number. */
export const LiveState = z.object({
  epoch: count,
  number: count,
  afterSeq: count,
  documents: z.array(z.object({ id: DocumentId, version: count, value: z.record(z.string(), z.unknown()) })),
})
export type LiveState = z.infer<typeof LiveState>

const Proof = z.union([
  z.object({ by: z.literal('guest') }),
  z.object({ by: z.enum(['session', 'token']), hash: z.string() }),
])
const ErasureFields = z.object({
  ids: z.array(z.string()),
  externalIds: z.array(z.string()),
  documents: z.array(DocumentId),
})
/** Only what nodes use of it is checked: the store checks the rest. */
const ErasureMessage = z.custom<PersonErasure>((value) => ErasureFields.safeParse(value).success)

const ClientFields = z.object({ address: z.string().nullable(), agent: z.string().max(longestAgent).nullable() })

/**
 * A request to the leader. It carries the hash of a session or token, never the secret: the leader determines the principal by its own
 * documents.
 */
export const LeaderRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dispatch'),
    proof: Proof,
    /** The principal's id on the requesting node: an answer that was kept for this user is given to no other. */
    actor: z.string().nullable(),
    from: ClientFields,
    call: CommandCall,
  }),
  z.object({
    kind: z.literal('execute'),
    actor: z.string(),
    name: z.string(),
    input: z.unknown(),
    commandId: z.string(),
  }),
  z.object({
    kind: z.literal('query'),
    proof: Proof,
    from: ClientFields,
    call: QueryCall,
    after: Watermark,
  }),
  z.object({ kind: z.literal('erase'), erasure: ErasureMessage }),
  z.object({ kind: z.literal('live') }),
])
export type LeaderRequest = z.infer<typeof LeaderRequest>
/** Sent to `requests.<leader>`. */
export const RequestMessage = z.object({ id: z.string(), request: LeaderRequest })

/** The answer to a request, and what a node must show before it passes the answer on. */
const Reply = z.object({ answer: Answer, at: Watermark })
export type Reply = z.infer<typeof Reply>
/** Sent to `replies.<node>`. */
export const ReplyMessage = z.union([
  z.object({ id: z.string(), reply: Reply }),
  z.object({ live: LiveState }),
  z.object({ erased: z.string() }),
])
export type ReplyMessage = z.infer<typeof ReplyMessage>

/** Memory of these documents before `seq` must go. */
export const EraseNow = z.object({
  id: z.string(),
  epoch: count,
  /** Counts the erasures of an epoch from 1. */
  number: count,
  seq: count,
  documents: z.array(DocumentId),
})
export type EraseNow = z.infer<typeof EraseNow>

import { z } from 'zod'
import { DocumentId } from '../../shared/engine/document.ts'
import { Answer, CommandCall } from '../../shared/protocol/commandCall.ts'
import { Patch } from '../../shared/protocol/down.ts'
import { QueryCall } from '../../shared/protocol/queryCall.ts'

// What nodes say to one another, as JSON. Every message may be missing; none is believed to be more than it says.

const count = z.int().nonnegative()

/** How far a node must be to show what an answer rests on: entries of the journal, and live changes of an epoch. */
export const Point = z.object({ seq: count, epoch: count, live: count })
export type Point = z.infer<typeof Point>

/** What an authority says of itself. */
const Office = z.object({
  /** The seq before the first entry of its epoch. */
  startSeq: count,
  /** How often it has had the others forget somebody. */
  forgets: count,
  /** How it stands with the journal. */
  state: z.object({
    name: z.enum(['serving', 'storageFull', 'storageRefused', 'stopped']),
    why: z.string().nullable(),
    since: z.number(),
  }),
})

/** Said by every node, again and again: that it is there, and how it stands. */
export const Beat = z.object({
  /** It stops, and should be asked nothing more. */
  isLeaving: z.boolean(),
  /** What it shows; of an authority: what it has decided. */
  at: Point,
  /** Null where it is not the authority. */
  office: Office.nullable(),
})
export type Beat = z.infer<typeof Beat>

/** What live documents were changed together. `number` counts from 1 in each epoch, without gaps. */
export const LiveChanges = z.object({
  epoch: count,
  number: count,
  /** The seq that was durable then: not to be shown before it. */
  afterSeq: count,
  changes: z.array(z.object({ id: DocumentId, version: count, patches: z.array(Patch) })),
})
export type LiveChanges = z.infer<typeof LiveChanges>

/** All live documents as they stand after the changes of that number. */
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
const Forgetting = z.object({
  ids: z.array(z.string()),
  words: z.array(z.string()),
  documents: z.array(DocumentId),
  lists: z.array(z.object({ archive: z.string(), key: z.string() })),
  nameFields: z.array(z.string()),
  leavesTraces: z.boolean().optional(),
})

/** What one node asks of the authority. Only by what somebody has shown, and never with it: who they are is worked out there. */
export const Errand = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dispatch'),
    proof: Proof,
    /** Whom the asking node took them for: whoever they are now gets no answer of another. */
    actor: z.string().nullable(),
    address: z.string().nullable(),
    call: CommandCall,
  }),
  z.object({ kind: z.literal('order'), actor: z.string(), name: z.string(), input: z.unknown(), orderId: z.string() }),
  z.object({ kind: z.literal('query'), proof: Proof, address: z.string().nullable(), call: QueryCall, after: Point }),
  z.object({ kind: z.literal('forget'), forgetting: Forgetting }),
  z.object({ kind: z.literal('live') }),
])
export type Errand = z.infer<typeof Errand>
export const Call = z.object({ id: z.string(), errand: Errand })

/** What an errand has come to. */
const Reply = z.object({ answer: Answer, at: Point })
export type Reply = z.infer<typeof Reply>
export const Answered = z.union([
  z.object({ id: z.string(), reply: Reply }),
  z.object({ live: LiveState }),
  z.object({ forgot: z.string() }),
])
export type Answered = z.infer<typeof Answered>

/** Somebody is forgotten: memory of what was before `seq` goes. */
export const ForgetNow = z.object({
  id: z.string(),
  epoch: count,
  /** The how manieth of its epoch. */
  number: count,
  seq: count,
  documents: z.array(DocumentId),
})
export type ForgetNow = z.infer<typeof ForgetNow>

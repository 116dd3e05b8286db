import type { Entry } from '../../engine/entry.ts'
import type { Forgetting, Stored } from '../../engine/storage.ts'
import { createAppending } from './appending.ts'
import { createCheckpointing } from './checkpointing.ts'
import type { Connection } from './connection.ts'
import { createFiles } from './files.ts'
import { createForgetting } from './forgetting.ts'
import type { Knowledge } from './knowledge.ts'
import type { Lease } from './lease.ts'
import type { RedisLog } from './opening.ts'
import type { Place } from './place.ts'
import { createRewriting } from './rewriting.ts'
import type { Caller } from './script.ts'
import { createSteady } from './steady.ts'
import { createTrimming } from './trimming.ts'
import { createTurns } from './turns.ts'

interface WritingParts {
  readonly place: Place
  readonly line: Connection
  /** For what is only read. */
  readonly patient: Caller
  readonly lease: Lease
  readonly barred: () => string | null
  readonly knowledge: Knowledge
  readonly log: RedisLog
  readonly journalKeptMs: number
  /** Whether Redis writes snapshots; null when it does not tell. */
  readonly snapshots: boolean | null
  readonly signal: AbortSignal
}

const leftInFiles = ({ name }: Place) =>
  `${name}: this Redis does not let the hub rewrite its files. What was forgotten is gone from Redis itself, and from its files once it rewrites them.`

/** Everything that only the holder of the lease does. */
export function createWriting(parts: WritingParts) {
  const { place, line, patient, lease, barred, knowledge, log } = parts
  const steady = createSteady({ place, line, lease, barred })
  const [appends, checkpoints] = [createTurns(), createTurns()]
  const appending = createAppending({
    ...{ place, lease, steady, turns: appends, last: knowledge.seq },
    onWritten: ({ seq, link, at }) => knowledge.entry(seq, link, at),
  })
  const writeCheckpoint = createCheckpointing(place, steady)
  const trim = createTrimming(place, steady, parts.journalKeptMs)
  const rewriting = createRewriting({ place, line: patient, steady })
  const forgetting = createForgetting({ place, line: patient, steady, rewriting })
  const rewriteFiles = createFiles({ ...parts, line: patient })

  const settled = async () => {
    await appending.settled()
    await checkpoints(async () => {})
  }
  return {
    append: (entries: readonly Entry[]) => appending.append(entries),
    async checkpoint(seq: number, documents: readonly Stored[]) {
      await checkpoints(() => writeCheckpoint(seq, documents))
      void checkpoints(trim).catch((error) => log.warn(`${place.name}: the journal was not trimmed. ${error}`))
    },
    /** Neither beside an append nor beside a checkpoint: either would be lost in what is written anew. */
    async forget(forgotten: Forgetting) {
      await checkpoints(() => appends(() => forgetting(forgotten)))
      if (!forgotten.leavesTraces && !(await rewriteFiles())) log.warn(leftInFiles(place))
    },
    /** After all that was asked for. Never throws. */
    async giveBack() {
      await settled()
      await lease.giveBack()
    },
  }
}

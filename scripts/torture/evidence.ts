import { applyPatches, enablePatches, type Patch as ImmerPatch } from 'immer'
import type { Entry } from '../../server/engine/entry.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Answer } from '../../shared/protocol/calls.ts'

/** A command that a page sent. Times are ms of a monotonic clock. */
export interface SentCommand {
  readonly page: string
  readonly account: string
  readonly commandId: string
  readonly name: string
  readonly input: unknown
  readonly sentAt: number
  /** Null if it was never answered. */
  answeredAt: number | null
  answer: Answer | null
  /** How often it was sent. */
  attempts: number
}

/** An accepted command that was sent once more under its id, with the same contents or others. */
export interface RepeatedCall {
  readonly page: string
  readonly contents: 'same' | 'otherContents'
  readonly first: SentCommand
  /** Null where the connection was lost on the way. */
  answer: Answer | null
}

/** A version of a document that a page showed. */
export interface ShownDocument {
  readonly page: string
  readonly account: string
  readonly id: DocumentId
  readonly epoch: number
  readonly version: number
  readonly value: object
}

/** The copies of a node or page at the end. */
export interface FinalCopies {
  readonly who: string
  readonly copies: ReadonlyMap<DocumentId, { readonly version: number; readonly value: object }>
}

/** The evidence that the checks of a run use. */
export interface Evidence {
  /** The journal, from its first entry. */
  readonly entries: readonly Entry[]
  readonly commands: readonly SentCommand[]
  readonly repeats: readonly RepeatedCall[]
  /** In order of arrival, for each page. */
  readonly shown: readonly ShownDocument[]
  readonly finalCopies: readonly FinalCopies[]
  /** The journal position of the final copies; null if it is unknown, as for a lone hub. */
  readonly restSeq: number | null
  /** Requests that the game received, including repetitions. */
  readonly gameRequests: readonly string[]
}

enablePatches()

/** Each document at each version according to the journal, and violations within the journal. */
export interface ReplayedJournal {
  readonly violations: readonly string[]
  /** From version 1. */
  readonly values: ReadonlyMap<DocumentId, readonly object[]>
}

/** Replays the journal without the hub's own code. */
export function replayJournal(entries: readonly Entry[]): ReplayedJournal {
  const values = new Map<DocumentId, object[]>()
  const violations: string[] = []
  let epoch = 0
  for (const [at, entry] of entries.entries()) {
    if (entry.seq !== at + 1) violations.push(`the journal has entry ${entry.seq} where ${at + 1} belongs`)
    if (entry.epoch < epoch)
      violations.push(`entry ${entry.seq} was appended under the old epoch ${entry.epoch}, after ${epoch}`)
    epoch = Math.max(epoch, entry.epoch)
    for (const { id, version, patches } of entry.changes) {
      const known = values.get(id) ?? []
      values.set(id, known)
      if (version !== known.length + 1)
        violations.push(`entry ${entry.seq} takes ${id} from ${known.length} to ${version}`)
      known.push(applyPatches(known.at(-1) ?? {}, patches as ImmerPatch[]))
    }
  }
  return { violations, values }
}

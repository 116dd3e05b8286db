import { randomBytes } from 'node:crypto'
import { type Entry, entryJson } from '../../engine/entry.ts'
import { archivePosition, checkEntry, newestIdAt } from '../records.ts'
import type { SerialQueue } from '../serialQueue.ts'
import { fenced } from './errors.ts'
import { damaged, type Place } from './keys.ts'
import type { Held, Lease } from './lease.ts'
import { append as appendScript } from './lua/append.ts'
import type { ScriptAnswer } from './lua/script.ts'
import type { WithRetry } from './retry.ts'

/** Limits of one write, during which Redis does nothing else; a single append may be larger. */
const MAX_ENTRIES = 500
const MAX_CHARACTERS = 1_000_000

/** The last entry of a write. */
interface Written {
  readonly seq: number
  readonly link: string
  readonly at: number
}

interface AppendsDeps {
  readonly place: Place
  readonly lease: Lease
  readonly withRetry: WithRetry
  readonly queue: SerialQueue
  /** The journal's last entry, as far as this node has read or written it. */
  readonly lastSeq: () => number
  readonly onWritten: (written: Written) => void
}

interface PendingAppend {
  readonly batch: Batch
  /** The lease under which it was requested. */
  readonly held: Held
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Writes one batch at a time; appends that are requested meanwhile are written together, each as a whole. */
export function createAppends({ place, lease, withRetry, queue, lastSeq, onWritten }: AppendsDeps) {
  let pending: PendingAppend[] = []

  /** While an append waited, this node may have lost the lease and taken it again. */
  const rejectOutdated = () => {
    const isOutdated = ({ held }: PendingAppend) => held.value !== lease.held()?.value
    for (const { reject } of pending.filter(isOutdated)) reject(fenced(place, ''))
    pending = pending.filter((append) => !isOutdated(append))
  }
  const writeSome = async () => {
    rejectOutdated()
    const { group, outOfOrder, later } = nextGroup(pending, lastSeq() + 1)
    pending = later
    for (const { batch, reject } of outOfOrder) reject(doesNotFollow(batch, lastSeq()))
    try {
      if (group.length > 0) await write(group.map(({ batch }) => batch))
      for (const { resolve } of group) resolve()
    } catch (error) {
      // Appends that were requested meanwhile assume that this one was written.
      for (const { reject } of [...group, ...pending]) reject(error)
      pending = []
    }
    if (pending.length > 0) void queue(writeSome)
  }
  const write = async (batches: readonly Batch[]) => {
    const first = batches[0]?.first ?? 0
    const last = batches.at(-1)?.last ?? 0
    const link = randomBytes(9).toString('base64url')
    const { keys, args } = scriptArguments(place, batches)
    const answer = await withRetry(appendScript, keys, (mine) => [mine, first, link, last - first + 1, ...args])
    checkWritten(place, answer, first)
    onWritten({ seq: last, link, at: batches.at(-1)?.at ?? 0 })
  }
  return {
    async append(entries: readonly Entry[]): Promise<void> {
      if (entries.length === 0) return
      const held = lease.held()
      if (!held || !lease.holds()) throw fenced(place, '')
      const batch = toBatch(entries, held.epoch)
      await new Promise<void>((resolve, reject) => {
        pending.push({ batch, held, resolve, reject })
        if (pending.length === 1) void queue(writeSome)
      })
    },
    /** Resolves when everything that was requested is written or rejected. */
    async settled() {
      do await queue(async () => {})
      while (pending.length > 0)
    },
  }
}

const doesNotFollow = ({ first }: Batch, last: number) =>
  new Error(`Entry ${first} does not follow: the next entry is ${last + 1}. Nothing was written.`)

/** Splits into the appends that are written next, those that follow no entry, and those that must wait. */
function nextGroup(pending: readonly PendingAppend[], next: number) {
  const group: PendingAppend[] = []
  const outOfOrder: PendingAppend[] = []
  let [expected, entries, characters] = [next, 0, 0]
  for (const [at, append] of pending.entries()) {
    const { first, last, characters: more } = append.batch
    if (first !== expected) {
      outOfOrder.push(append)
      continue
    }
    entries += last - first + 1
    characters += more
    if (group.length > 0 && (entries > MAX_ENTRIES || characters > MAX_CHARACTERS))
      return { group, outOfOrder, later: pending.slice(at) }
    group.push(append)
    expected = last + 1
  }
  return { group, outOfOrder, later: [] }
}

/** The keys of the script, and its arguments after the number of entries. */
function scriptArguments({ keys }: Place, batches: readonly Batch[]) {
  const rows = batches.flatMap((batch) => batch.rows)
  const kinds = numbered(rows.map(({ kind }) => kind))
  const sets = numbered(rows.flatMap(({ kind, about }) => about.map((person) => `${kind}/${person}`)))
  const members = rows.flatMap(({ kind, about, seq, position }) =>
    about.map((person) => [sets.get(`${kind}/${person}`) ?? 0, archivePosition(seq, position), `${seq}-${position}`]),
  )
  return {
    keys: [
      keys.lease,
      keys.head,
      keys.journal,
      keys.ids,
      keys.archives,
      keys.aboutKeys,
      ...[...kinds.keys()].map(keys.archive),
      ...[...sets.keys()].map(keys.about),
    ],
    args: [
      rows.length,
      kinds.size,
      sets.size,
      members.length,
      Math.max(...batches.map((batch) => batch.newestIdAt)),
      ...batches.flatMap((batch) => batch.entries),
      ...rows.flatMap(({ kind, about, seq, position, at, json }) => [
        kinds.get(kind) ?? 0,
        seq,
        position,
        at,
        JSON.stringify(about),
        json,
      ]),
      ...kinds.keys(),
      ...sets.keys(),
      ...members.flat(),
    ],
  }
}

/** Distinct names, each with its number from 1. */
export const numbered = (names: readonly string[]) => new Map([...new Set(names)].map((name, at) => [name, at + 1]))

function checkWritten(place: Place, [outcome, what, seq]: ScriptAnswer, first: number) {
  if (outcome === 'written') return
  if (outcome === 'repeated')
    throw new Error(
      `${what} was carried out before, as entry ${seq}. Nothing of the batch from entry ${first} on was written.`,
    )
  if (outcome === 'broken') throw damaged(place, `was changed by another program: ${what}.`)
  throw damaged(place, `ends with entry ${what}, but entry ${first - 1} was written last: it went back.`)
}

/** The entries of one append. */
interface Batch {
  readonly first: number
  readonly last: number
  /** When its last entry was made. */
  readonly at: number
  /** For each entry its JSON and "<actor> <command id>", or ''. */
  readonly entries: readonly string[]
  readonly rows: readonly BatchRow[]
  /** The latest time that a command id of an entry says; 0 where none does. */
  readonly newestIdAt: number
  readonly characters: number
}

interface BatchRow {
  readonly kind: string
  readonly seq: number
  readonly position: number
  readonly at: number
  readonly about: readonly string[]
  readonly json: string
}

/** @throws Error when the entries have gaps, are not of this epoch, or could not be read again */
const toBatch = (entries: readonly Entry[], epoch: number): Batch => {
  const first = entries[0]?.seq ?? 0
  for (const [offset, entry] of entries.entries()) checkEntry(entry, { seq: first + offset, epoch })
  const texts = entries.flatMap((entry) => [
    entryJson(entry),
    entry.commandId === null ? '' : `${entry.actor} ${entry.commandId}`,
  ])
  const rows = entries.flatMap(({ seq, at, archive }) =>
    archive.map(
      ({ kind, about, row }, position): BatchRow => ({
        kind,
        seq,
        position,
        at,
        about: [...new Set(about)],
        json: JSON.stringify(row),
      }),
    ),
  )
  return {
    first,
    last: first + entries.length - 1,
    at: entries.at(-1)?.at ?? 0,
    entries: texts,
    rows,
    newestIdAt: newestIdAt(entries),
    characters:
      texts.reduce((sum, { length }) => sum + length, 0) + rows.reduce((sum, { json }) => sum + json.length, 0),
  }
}

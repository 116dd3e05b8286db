import { randomBytes } from 'node:crypto'
import type { Entry } from '../../engine/entry.ts'
import { type Batch, toBatch } from './batch.ts'
import type { Held, Lease } from './lease.ts'
import { fenced } from './notWritten.ts'
import { damaged, type Place } from './place.ts'
import type { ScriptAnswer } from './script.ts'
import { append } from './scripts/append.ts'
import type { Steady } from './steady.ts'
import type { Turns } from './turns.ts'

/** As much is written together, unless one append alone is more: for so long Redis does nothing else. */
const MOST_ENTRIES = 500
const MOST_CHARACTERS = 1_000_000

interface Waiting {
  readonly batch: Batch
  /** The lease in which it was made. */
  readonly made: Held
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The last entry of what was written. */
export interface Written {
  readonly seq: number
  readonly link: string
  readonly at: number
}

interface AppendingParts {
  readonly place: Place
  readonly lease: Lease
  readonly steady: Steady
  readonly turns: Turns
  /** The journal's last entry, as far as this node has read or written it. */
  readonly last: () => number
  readonly onWritten: (written: Written) => void
}

/** One write at a time; what waits meanwhile is written together, whole appends only. */
export function createAppending(parts: AppendingParts) {
  const { place, lease, turns } = parts
  let waiting: Waiting[] = []

  /** This node may have had to wait, and have lost the lease and taken it once more. */
  const refuseOutlived = () => {
    const isOutlived = ({ made }: Waiting) => made.value !== lease.held()?.value
    for (const { reject } of waiting.filter(isOutlived)) reject(fenced(place, ''))
    waiting = waiting.filter((one) => !isOutlived(one))
  }
  const writeSome = async () => {
    refuseOutlived()
    const { group, strays, later } = split(waiting, parts.last() + 1)
    waiting = later
    for (const { batch, reject } of strays) reject(doesNotFollow(batch, parts.last()))
    try {
      if (group.length > 0)
        await write(
          parts,
          group.map(({ batch }) => batch),
        )
      for (const { resolve } of group) resolve()
    } catch (error) {
      // What came meanwhile was made in the belief that this is written.
      for (const { reject } of [...group, ...waiting]) reject(error)
      waiting = []
    }
    if (waiting.length > 0) void turns(writeSome)
  }
  return {
    async append(entries: readonly Entry[]): Promise<void> {
      if (entries.length === 0) return
      const held = lease.held()
      if (!held || !lease.holds()) throw fenced(place, '')
      const batch = toBatch(entries, held.epoch)
      await new Promise<void>((resolve, reject) => {
        waiting.push({ batch, made: held, resolve, reject })
        if (waiting.length === 1) void turns(writeSome)
      })
    },
    /** Resolves when all that was asked for is written or refused. */
    async settled() {
      do await turns(async () => {})
      while (waiting.length > 0)
    },
  }
}

const doesNotFollow = ({ first }: Batch, last: number) =>
  new Error(`Entry ${first} does not follow: the journal goes on with entry ${last + 1}. Nothing was written.`)

/** What can be written next, together; what follows nothing; and what must wait. */
function split(waiting: readonly Waiting[], next: number) {
  const group: Waiting[] = []
  const strays: Waiting[] = []
  let [expected, entries, characters] = [next, 0, 0]
  for (const [place, one] of waiting.entries()) {
    const { first, last, characters: more } = one.batch
    if (first !== expected) {
      strays.push(one)
      continue
    }
    entries += last - first + 1
    characters += more
    if (group.length > 0 && (entries > MOST_ENTRIES || characters > MOST_CHARACTERS))
      return { group, strays, later: waiting.slice(place) }
    group.push(one)
    expected = last + 1
  }
  return { group, strays, later: [] }
}

async function write({ place, steady, onWritten }: AppendingParts, batches: readonly Batch[]) {
  const { keys } = place
  const first = batches[0]?.first ?? 0
  const last = batches.at(-1)?.last ?? 0
  const link = randomBytes(9).toString('base64url')
  const entries = batches.flatMap((batch) => batch.entries)
  const lines = batches.flatMap((batch) => batch.lines)
  const lists = [...new Set(lines.map(({ list }) => list))]
  const listAt = new Map(lists.map((list, at) => [list, at + 1]))
  const texts = lines.flatMap(({ list, words }) => [listAt.get(list) ?? 0, ...words])
  const streams = lists.map(keys.archive)
  const answer = await steady(
    append,
    [keys.lease, keys.head, keys.journal, keys.ids, keys.archives, ...streams],
    (mine) => [
      ...[mine, first, link, last - first + 1, lines.length, lists.length],
      ...[...entries, ...texts, ...lists],
    ],
  )
  judge(place, answer, first)
  onWritten({ seq: last, link, at: batches.at(-1)?.at ?? 0 })
}

function judge(place: Place, [word, what, seq]: ScriptAnswer, first: number) {
  if (word === 'written') return
  if (word === 'repeated')
    throw new Error(
      `${what} was carried out before, as entry ${seq}. Nothing of the batch from entry ${first} on was written.`,
    )
  if (word === 'broken') throw damaged(place, `was changed by somebody else: ${what}.`)
  throw damaged(place, `ends with entry ${what}, but entry ${first - 1} was written last: it went back.`)
}

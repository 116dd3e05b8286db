import { randomBytes } from 'node:crypto'
import type { Entry } from '../../engine/entry.ts'
import { checkEntry, entryJson, LINES_PER_ENTRY } from '../entries.ts'
import type { SerialQueue } from '../serialQueue.ts'
import { fenced } from './errors.ts'
import { damaged, type Place } from './keys.ts'
import type { Held, Lease } from './lease.ts'
import { append } from './lua/append.ts'
import type { ScriptAnswer } from './lua/script.ts'
import type { WithRetry } from './retry.ts'

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
interface Written {
  readonly seq: number
  readonly link: string
  readonly at: number
}

interface AppendingParts {
  readonly place: Place
  readonly lease: Lease
  readonly steady: WithRetry
  readonly turns: SerialQueue
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

/** Entries of one append, as Redis takes them. */
interface Batch {
  readonly first: number
  readonly last: number
  /** When its last entry was made. */
  readonly at: number
  /** Of each entry its JSON and "<actor> <command id>", or ''. */
  readonly entries: readonly string[]
  readonly lines: readonly { readonly list: string; readonly words: readonly string[] }[]
  readonly characters: number
}

/** An archive's name ends at the first slash of a list's name. */
const checkArchives = ({ seq, command, archive }: Entry) => {
  const wrong = archive.find((line) => line.archive.includes('/'))
  if (wrong)
    throw new Error(
      `Entry ${seq} (${command}) has a line for the archive ${wrong.archive}, which holds a slash. Nothing was written.`,
    )
}

const linesOf = ({ seq, at, archive }: Entry): Batch['lines'] =>
  archive.map(({ archive: name, key, line }, position) => ({
    list: `${name}/${key}`,
    words: [String(position), String(seq), String(at), JSON.stringify(line)],
  }))

/** @throws when they are not gap-free, not of this epoch, or could not be read again */
const toBatch = (entries: readonly Entry[], epoch: number): Batch => {
  const first = entries[0]?.seq ?? 0
  for (const [offset, entry] of entries.entries()) {
    checkEntry(entry, { seq: first + offset, epoch, lines: LINES_PER_ENTRY })
    checkArchives(entry)
  }
  const texts = entries.flatMap((entry) => [
    entryJson(entry),
    entry.commandId === null ? '' : `${entry.actor} ${entry.commandId}`,
  ])
  const lines = entries.flatMap(linesOf)
  const sum = (texts: readonly string[]) => texts.reduce((characters, { length }) => characters + length, 0)
  return {
    first,
    last: first + entries.length - 1,
    at: entries.at(-1)?.at ?? 0,
    entries: texts,
    lines,
    characters: sum(texts) + lines.reduce((characters, { words }) => characters + sum(words), 0),
  }
}

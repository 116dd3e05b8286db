import { randomUUID } from 'node:crypto'
import { type Loaded, NotWritten, StoreInUse } from '../../engine/storage.ts'
import { Refused } from './answers.ts'
import { checkKeys, FORM } from './checkKeys.ts'
import { type Contents, readContents } from './contents.ts'
import type { Knowledge } from './knowledge.ts'
import { type Lease, leaseTimes } from './lease.ts'
import { notWritten } from './notWritten.ts'
import { damaged, type Place } from './place.ts'
import { type Caller, runScript } from './script.ts'
import { takeLease } from './scripts/takeLease.ts'

interface LoadingParts {
  readonly place: Place
  readonly line: Caller
  readonly lease: Lease
  readonly barred: () => string | null
  readonly leaseMs?: number
  readonly knowledge: Knowledge
}

const loadedFrom = (epoch: number, { documents, checkpointSeq, entries }: Contents): Loaded => ({
  epoch,
  documents,
  checkpointSeq,
  entries,
})

/** The two ways of reading everything: as who writes, and as who only follows. */
export function createLoading(parts: LoadingParts) {
  const { place, line, lease, knowledge } = parts

  const read = async (epoch: number | null): Promise<Loaded> => {
    const contents = await readContents(place, line)
    const { standing, seq, link, entries } = contents
    const at = entries.at(-1)?.at ?? 0
    if (standing) knowledge.whole(standing.installation, epoch ?? standing.epoch, { seq, link, at })
    return loadedFrom(epoch ?? standing?.epoch ?? 0, contents)
  }
  return {
    async load(): Promise<Loaded> {
      await checkKeys(place, line)
      const epoch = await take(parts, await knowledge.admit(line))
      try {
        const loaded = await read(epoch)
        if (!lease.holds()) throw new StoreInUse(`The lease in ${place.name} ended while it was loaded. Try again.`)
        return loaded
      } catch (error) {
        await lease.giveBack()
        throw error
      }
    },
    async view(): Promise<Loaded> {
      await checkKeys(place, line)
      await knowledge.admit(line)
      return read(null)
    },
  }
}

/** @throws StoreInUse, DamagedStore, NotWritten */
async function take(
  { place, line, lease, barred, knowledge, leaseMs = leaseTimes.leaseMs }: LoadingParts,
  lowest: number,
): Promise<number> {
  const why = barred()
  if (why !== null) throw new NotWritten('refused', why)
  const { keys, node } = place
  const { format, lease: held, head, journal, docs, staged, ids, times, archives, anew } = keys
  const sentAt = performance.now()
  const answer = await runScript(
    line,
    takeLease,
    [format, held, head, journal, docs, staged, ids, times, archives, anew],
    [node, leaseMs, randomUUID(), FORM, `waterhole, node ${node}`, lowest, knowledge.installation()],
  ).catch((error) => Promise.reject(error instanceof Refused ? (notWritten(place, error) ?? error) : error))
  const [word, what] = answer
  if (word === 'taken') {
    const epoch = Number(what)
    lease.taken(epoch, sentAt)
    return epoch
  }
  if (word === 'held') throw inUse(place, String(what))
  throw damaged(
    place,
    `changed while it was opened (${word} ${what}).`,
    'Start the hub again: it then says what is wrong.',
  )
}

const inUse = ({ name }: Place, holder: string) => {
  const [epoch, node] = holder.split(' ')
  return new StoreInUse(
    `${name} is in use: node ${node} holds the lease, as epoch ${epoch}. It ends by itself once that node has.`,
  )
}

import { randomBytes } from 'node:crypto'
import type { Position } from '../transfer/format.ts'
import { NoStore, type SourceRecord, SourceMoved, type TransferSource } from '../transfer/transferPort.ts'
import { createPlace, type Place } from './keys.ts'
import { storedOf } from './load.ts'
import { type Caller, runScript } from './lua/script.ts'
import { noteReader } from './lua/trim.ts'
import { openPlace } from './open.ts'
import { checkedEntryOf, entryOf, type StreamRow, streamRows } from './rows.ts'
import { readStoreState, type StoreState } from './storeState.ts'

const AT_ONCE = 500
const ROWS_AT_ONCE = 200
/** Well before a reader that was not heard of is given up. */
const noteEveryMs = 5_000
const answersWithinMs = 30_000

interface RedisAddress {
  readonly url: string
  readonly prefix: string
}

async function* hashRows({ call }: Caller, key: string): AsyncGenerator<readonly [string, string]> {
  let cursor = '0'
  do {
    const [next, pairs] = (await call(['HSCAN', key, cursor, 'COUNT', String(AT_ONCE)])) as [string, string[]]
    for (let at = 0; at + 1 < pairs.length; at += 2) yield [pairs[at] ?? '', pairs[at + 1] ?? '']
    cursor = next
  } while (cursor !== '0')
}

/** What is staged and moving wins; it is read first, as what is moved meanwhile is then found where it goes. Redis may tell twice. */
async function* documentPieces(place: Place, line: Caller, { isMoving }: StoreState): AsyncGenerator<SourceRecord> {
  const told = new Set<string>()
  for (const key of [...(isMoving ? [place.keys.staged] : []), place.keys.docs])
    for await (const [name, kept] of hashRows(line, key)) {
      if (told.has(name)) continue
      told.add(name)
      yield { of: 'documents', json: JSON.stringify(storedOf(place, name, kept)) }
    }
}

async function* streamFrom({ call }: Caller, key: string, from: string, last: number): AsyncGenerator<StreamRow> {
  for (let next = from; ; ) {
    const rows = streamRows(await call(['XRANGE', key, next, `${last}`, 'COUNT', String(ROWS_AT_ONCE)]))
    yield* rows
    if (rows.length < ROWS_AT_ONCE) return
    next = `(${rows.at(-1)?.id}`
  }
}

/** Lines of entries that came later belong to a later position. */
async function* linePieces({ keys }: Place, line: Caller, last: number): AsyncGenerator<SourceRecord> {
  const lists = (await line.call(['SMEMBERS', keys.archives])) as string[]
  for (const list of lists.toSorted()) {
    const slash = list.indexOf('/')
    const named = { archive: list.slice(0, slash), key: list.slice(slash + 1) }
    for await (const { seq, position, fields } of streamFrom(line, keys.archive(list), '-', last)) {
      const where = JSON.stringify({ ...named, seq, position, at: Number(fields.t) })
      yield { of: 'archive', json: `${where.slice(0, -1)},"line":${fields.e}}` }
    }
  }
}

async function* entryPieces(place: Place, line: Caller, { trimmedTo, lastSeq }: Position): AsyncGenerator<SourceRecord> {
  let before = trimmedTo
  for await (const row of streamFrom(line, place.keys.journal, `${trimmedTo + 1}-0`, lastSeq)) {
    if (row.seq !== before + 1) throw moved(place)
    before = row.seq
    yield { of: 'journal', json: JSON.stringify(checkedEntryOf(row, place)) }
  }
  if (before !== lastSeq) throw moved(place)
}

const moved = ({ name }: Place) =>
  new SourceMoved(`${name} changed while it was read: a checkpoint was made, or somebody put other data there.`)

async function positionOf(place: Place, { call }: Caller, standing: StoreState): Promise<Position> {
  const { epoch, checkpoint: checkpointSeq, first, seq: lastSeq } = standing
  const [last] = streamRows(await call(['XREVRANGE', place.keys.journal, `${lastSeq}-0`, '-', 'COUNT', '1']))
  const trimmedTo = first === 0 ? lastSeq : first - 1
  return { epoch, checkpointSeq, trimmedTo, lastSeq, newestAt: last ? entryOf(last, place).at : 0 }
}

/** Whoever reads is known, so that the journal is not trimmed away in front of them. */
const keepNoted = (place: Place, line: Caller, seq: number) => {
  const { keys, node } = place
  const note = () => runScript(line, noteReader, [keys.format, keys.readers], [node, seq]).catch(() => null)
  const timer = setInterval(note, noteEveryMs)
  return {
    note,
    async stop() {
      clearInterval(timer)
      await line.call(['HDEL', keys.readers, node]).catch(() => null)
    },
  }
}

/** A store in Redis as it stands now, whether hubs run on it or not. @throws NoStore, DamagedStore, Error that says what is wrong with that Redis */
export const openRedisSource = async ({ url, prefix }: RedisAddress): Promise<TransferSource> => {
  const place = createPlace(url, prefix, `export-${randomBytes(4).toString('hex')}`)
  const log = { info() {}, warn() {} }
  const { line } = await openPlace({ url, place, log, answersWithinMs, loadingMs: 60_000 })
  try {
    const first = await readStoreState(place, line)
    if (!first)
      throw new NoStore(`There is no store in ${place.name}. Set REDIS_URL and REDIS_PREFIX as the hub has them.`)
    const noted = keepNoted(place, line, Math.max(0, first.first - 1))
    await noted.note()
    const standing = await readStoreState(place, line, first.seq)
    if (!standing) throw moved(place)
    const position = await positionOf(place, line, standing)
    return {
      ...{ place: place.name, position },
      async *pieces() {
        yield* documentPieces(place, line, standing)
        yield* linePieces(place, line, position.lastSeq)
        yield* entryPieces(place, line, position)
      },
      async confirm() {
        const now = await readStoreState(place, line, first.seq)
        const isSame = now?.round === standing.round && now.installation === standing.installation
        if (!isSame || now.link !== standing.link) throw moved(place)
      },
      async close() {
        await noted.stop()
        line.close()
      },
    }
  } catch (error) {
    line.close()
    throw error
  }
}

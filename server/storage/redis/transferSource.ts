import { randomBytes } from 'node:crypto'
import { createMigration, STORE_FORMAT } from '../migrations.ts'
import type { RecordKind } from '../records.ts'
import type { Position } from '../transfer/format.ts'
import { NoStore, SourceMoved, type SourceRecord, type TransferSource } from '../transfer/transferPort.ts'
import { createPlace, type Place } from './keys.ts'
import { noteReader } from './lua/checkpoint.ts'
import { type Caller, runScript } from './lua/script.ts'
import { openPlace } from './open.ts'
import {
  archiveRecordOf,
  checkedEntryOf,
  entryOf,
  isStagedAnswer,
  scanPairs,
  storedOf,
  streamPages,
  streamRows,
} from './rows.ts'
import { readStoreState, type StoreState } from './storeState.ts'

/** Well before a reader counts as gone. */
const NOTE_EVERY_MS = 5_000
const ANSWERS_WITHIN_MS = 30_000
const LOADING_MS = 60_000

interface RedisAddress {
  readonly url: string
  readonly prefix: string
}

/**
 * A store in Redis as it is now, whether hubs run on it or not. A store of an older format is exported in the newest one.
 * @throws NoStore, DamagedStore, Error that says what is wrong with that Redis
 */
export const openRedisSource = async ({ url, prefix }: RedisAddress): Promise<TransferSource> => {
  const place = createPlace(url, prefix, `export-${randomBytes(4).toString('hex')}`)
  const log = { info() {}, warn() {} }
  const { connection } = await openPlace({
    url,
    place,
    log,
    answersWithinMs: ANSWERS_WITHIN_MS,
    loadingMs: LOADING_MS,
  })
  try {
    const first = await readStoreState(place, connection)
    if (!first)
      throw new NoStore(`There is no store in ${place.name}. Set REDIS_URL and REDIS_PREFIX as the hub has them.`)
    const reader = noteAsReader(place, connection, Math.max(0, first.first - 1))
    await reader.note()
    const state = await readStoreState(place, connection, first.seq)
    if (!state) throw moved(place)
    const position = await positionOf(place, connection, state)
    return {
      place: place.name,
      position,
      records: () => eachRecord(place, connection, state, position),
      async confirm() {
        const now = await readStoreState(place, connection, first.seq)
        const isSame = now?.round === state.round && now.installation === state.installation
        if (!isSame || now.link !== state.link) throw moved(place)
      },
      async close() {
        await reader.stop()
        connection.close()
      },
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

const moved = ({ name }: Place) =>
  new SourceMoved(`${name} changed while it was read: a checkpoint was made, or another program put other data there.`)

async function positionOf(place: Place, { call }: Caller, state: StoreState): Promise<Position> {
  const { epoch, checkpoint: checkpointSeq, first, seq: lastSeq } = state
  const [last] = streamRows(await call(['XREVRANGE', place.keys.journal, `${lastSeq}-0`, '-', 'COUNT', '1']))
  const trimmedTo = first === 0 ? lastSeq : first - 1
  return { epoch, checkpointSeq, trimmedTo, lastSeq, newestAt: last ? entryOf(last, place).at : 0 }
}

/** Notes that this process reads the journal, so that entries it has not read are not trimmed. */
const noteAsReader = (place: Place, caller: Caller, seq: number) => {
  const { keys, node } = place
  const note = () => runScript(caller, noteReader, [keys.format, keys.readers], [node, seq]).catch(() => null)
  const timer = setInterval(note, NOTE_EVERY_MS)
  return {
    note,
    async stop() {
      clearInterval(timer)
      await caller.call(['HDEL', keys.readers, node]).catch(() => null)
    },
  }
}

async function* eachRecord(place: Place, caller: Caller, state: StoreState, position: Position) {
  const { isDue, migrate } = createMigration(Number(state.format))
  const record = (of: RecordKind, found: object): SourceRecord => ({
    of,
    json: JSON.stringify(isDue ? migrate(of, found) : found),
  })
  for await (const stored of eachDocument(place, caller, state)) yield record('documents', stored)
  const kinds = (await caller.call(['SMEMBERS', place.keys.archives])) as string[]
  // Rows of entries that were written after the position are left out.
  for (const kind of kinds.toSorted())
    for await (const page of streamPages(caller, place.keys.archive(kind), '-', `${position.lastSeq}`))
      for (const row of page) yield record('archive', archiveRecordOf(place, kind, row))
  let before = position.trimmedTo
  const { journal } = place.keys
  for await (const page of streamPages(caller, journal, `${position.trimmedTo + 1}-0`, `${position.lastSeq}`))
    for (const row of page) {
      if (row.seq !== before + 1) throw moved(place)
      before = row.seq
      yield record('journal', state.format === String(STORE_FORMAT) ? checkedEntryOf(row, place) : entryOf(row, place))
    }
  if (before !== position.lastSeq) throw moved(place)
}

/** What is staged and moving is newer. It is read first: what is moved meanwhile is then found in `docs`. Redis may give one twice. */
async function* eachDocument(place: Place, caller: Caller, { isMoving }: StoreState) {
  const { staged, docs } = place.keys
  const seen = new Set<string>()
  for (const key of isMoving ? [staged, docs] : [docs])
    for await (const [name, text] of scanPairs(caller, 'HSCAN', key)) {
      if (seen.has(name) || isStagedAnswer(name)) continue
      seen.add(name)
      yield storedOf(place, name, text)
    }
}

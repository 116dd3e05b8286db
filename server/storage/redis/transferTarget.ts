import { createHash, randomUUID } from 'node:crypto'
import { STORE_FORMAT } from '../migrations.ts'
import { archivePosition, newestIdAt } from '../records.ts'
import { describePosition, type ExportHeader, type Part } from '../transfer/format.ts'
import { PlaceTaken, type TransferTarget } from '../transfer/transferPort.ts'
import { numbered } from './append.ts'
import { journalKeptMs } from './checkpoint.ts'
import { RedisRefusal } from './client.ts'
import { readFacts, unfitness } from './durability.ts'
import { notWritten } from './errors.ts'
import { createPlace, type Place, shownAddress } from './keys.ts'
import { beginImport, fillDocuments, fillJournal, fillRows, finishImport, passOver } from './lua/fill.ts'
import { type Caller, runScript, type Script } from './lua/script.ts'
import { connectionTo, IMPORT_OF, readFormat } from './open.ts'
import { documentText } from './rows.ts'
import { readStoreState } from './storeState.ts'

/** As for a backup that is restored: the original may have given the next epochs already. */
const SKIPPED_EPOCHS = 1_000
const ANSWERS_WITHIN_MS = 30_000

interface RedisAddress {
  readonly url: string
  readonly prefix: string
}
type PartOf<Kind> = Extract<Part, { of: Kind }>

/** An empty prefix that becomes a store. @throws Error that says what is wrong with that Redis */
export const openRedisTarget = async (address: RedisAddress): Promise<TransferTarget> => {
  const { place, connection } = await openEmpty(address)
  const { keys } = place
  let writer: ReturnType<typeof createImportWriter> | null = null
  const open = () => {
    if (!writer) throw new Error('The import was not begun.')
    return writer
  }
  return {
    place: place.name,
    async begin(header) {
      const form = `${IMPORT_OF}${header.check}`
      const found = await readFormat(place, connection)
      if (found !== null && found !== form) throw await taken(place, connection, found)
      writer = createImportWriter(place, connection, header, form)
      const [, parts] = await writer.step(beginImport, [], ['waterhole, npm run import'])
      return Number(parts)
    },
    take: (part) => open().take(part),
    async finish() {
      const { header, step } = open()
      const { epoch, lastSeq, checkpointSeq } = header.position
      const format = String(STORE_FORMAT)
      await step(
        finishImport,
        [keys.head, keys.journal, keys.times],
        [format, randomUUID(), epoch + SKIPPED_EPOCHS, lastSeq, checkpointSeq],
      )
    },
    async close() {
      connection.close()
    },
  }
}

const openEmpty = async ({ url, prefix }: RedisAddress) => {
  const place = createPlace(url, prefix, 'import')
  const connection = connectionTo({ url, place, answersWithinMs: ANSWERS_WITHIN_MS })
  try {
    await connection.open()
    const unfit = unfitness(await readFacts(connection))
    if (unfit) throw new Error(`The Redis at ${shownAddress(url)} ${unfit}`)
    return { place, connection }
  } catch (error) {
    connection.close()
    throw error
  }
}

const taken = async (place: Place, caller: Caller, form: string) => {
  const remedy = 'Nothing was touched. Name another REDIS_PREFIX, or another Redis.'
  if (form.startsWith(IMPORT_OF))
    return new PlaceTaken(`${place.name} is the beginning of an import of another file. ${remedy}`)
  const found = form === String(STORE_FORMAT) ? await readStoreState(place, caller) : null
  if (!found) return new PlaceTaken(`${place.name} holds a store of format ${form}. ${remedy}`)
  const trimmedTo = found.first === 0 ? found.seq : found.first - 1
  const position = { ...found, trimmedTo, lastSeq: found.seq, checkpointSeq: found.checkpoint, newestAt: 0 }
  return new PlaceTaken(`${place.name} holds a store with ${describePosition(position)}. ${remedy}`)
}

/** Fills the place from one file. @param form the format that the place has meanwhile */
function createImportWriter(place: Place, caller: Caller, header: ExportHeader, form: string) {
  const { keys } = place
  const { checkpointSeq, lastSeq, newestAt } = header.position
  const keptSince = Math.min(newestAt, Date.now()) - journalKeptMs
  let isKept = false
  let linkBefore = ''

  const step = async (script: Script, names: readonly string[], args: readonly (string | number)[]) => {
    const answer = await runScript(caller, script, [keys.format, ...names], [form, ...args]).catch((error) =>
      Promise.reject(error instanceof RedisRefusal ? (notWritten(place, error) ?? error) : error),
    )
    if (answer[0] === 'other') throw await taken(place, caller, String(answer[1]))
    return answer
  }
  const takeDocuments = ({ number, records }: PartOf<'documents'>) => {
    const pairs = records.flatMap(({ id, version, value }) => [
      id,
      documentText({ version, json: JSON.stringify(value) }),
    ])
    return step(fillDocuments, [keys.docs], [number, ...pairs])
  }
  const takeRows = ({ number, records }: PartOf<'archive'>) => {
    const kinds = numbered(records.map(({ kind }) => kind))
    const sets = numbered(records.flatMap(({ kind, about }) => about.map((person) => `${kind}/${person}`)))
    const rows = records.flatMap(({ kind, seq, position, at, about, row }) => [
      kinds.get(kind) ?? 0,
      `${seq}-${position}`,
      at,
      JSON.stringify(about),
      JSON.stringify(row),
    ])
    const members = records.flatMap(({ kind, about, seq, position }) =>
      about.flatMap((person) => [
        sets.get(`${kind}/${person}`) ?? 0,
        archivePosition(seq, position),
        `${seq}-${position}`,
      ]),
    )
    return step(
      fillRows,
      [keys.archives, keys.aboutKeys, ...[...kinds.keys()].map(keys.archive), ...[...sets.keys()].map(keys.about)],
      [number, kinds.size, sets.size, records.length, ...kinds.keys(), ...sets.keys(), ...rows, ...members],
    )
  }
  /** Entries that are older than a store in Redis keeps are left out. */
  const takeJournal = async ({ number, records }: PartOf<'journal'>) => {
    const link = linkOf(header, number)
    const kept = records.filter(({ seq, at }) => {
      isKept ||= seq > checkpointSeq || seq === lastSeq || at >= keptSince
      return isKept
    })
    const entries = kept.flatMap((entry) => [
      entry.seq,
      JSON.stringify(entry),
      entry.commandId === null ? '' : `${entry.actor} ${entry.commandId}`,
    ])
    const names = [keys.journal, keys.ids, keys.head]
    await step(fillJournal, names, [number, link, linkBefore, newestIdAt(kept), ...entries])
    if (kept.length > 0) linkBefore = link
  }
  return {
    header,
    step,
    async take(part: Part) {
      if (part.of === 'documents') await takeDocuments(part)
      else if (part.of === 'archive') await takeRows(part)
      else if (part.of === 'journal') await takeJournal(part)
      else await step(passOver, [], [part.number])
    },
  }
}

/** Identifies the append that wrote an entry: here the part of the file. */
const linkOf = ({ check }: ExportHeader, part: number) =>
  createHash('sha256').update(`${check} ${part}`).digest('base64url').slice(0, 12)

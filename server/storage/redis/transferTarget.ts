import { createHash, randomUUID } from 'node:crypto'
import { type ExportHeader, type Part, describePosition } from '../transfer/format.ts'
import { PlaceTaken, type TransferTarget } from '../transfer/transferPort.ts'
import { journalKeptMs } from './checkpoint.ts'
import { RedisRefusal } from './client.ts'
import { readFacts, unfitness } from './durability.ts'
import { notWritten } from './errors.ts'
import { createPlace, type Place, shownAddress } from './keys.ts'
import { keptText } from './load.ts'
import { beginFilling, fillDocuments, fillJournal, fillLines, finishFilling } from './lua/fill.ts'
import { type Caller, runScript, type Script } from './lua/script.ts'
import { connectionTo, FORMAT, readFormat, IMPORT_OF } from './open.ts'
import { readStoreState } from './storeState.ts'

/** As for a copy that is put back: the original may have given out the next epochs already. */
const EPOCHS_LEFT_OUT = 1_000
const answersWithinMs = 30_000

interface RedisAddress {
  readonly url: string
  readonly prefix: string
}

/** Names the append that an entry came with: here the part of the file. */
const linkOf = ({ check }: ExportHeader, part: number) =>
  part === 0 ? '' : createHash('sha256').update(`${check} ${part}`).digest('base64url').slice(0, 12)

const takenBy = async (place: Place, line: Caller, form: string) => {
  const remedy = 'Nothing was touched. Name another REDIS_PREFIX, or another Redis.'
  if (form.startsWith(IMPORT_OF))
    return new PlaceTaken(`${place.name} is the beginning of an import of another file. ${remedy}`)
  const found = form === FORMAT ? await readStoreState(place, line) : null
  if (!found) return new PlaceTaken(`${place.name} holds a store of form ${form}. ${remedy}`)
  const trimmedTo = found.first === 0 ? found.seq : found.first - 1
  const words = describePosition({ ...found, trimmedTo, lastSeq: found.seq, checkpointSeq: found.checkpoint, newestAt: 0 })
  return new PlaceTaken(`${place.name} holds a store with ${words}. ${remedy}`)
}

/** One step of the filling of one file. */
const createStep =
  (place: Place, line: Caller, form: string) =>
  async (script: Script, keys: readonly string[], args: readonly (string | number)[]) => {
    const answer = await runScript(line, script, [place.keys.format, ...keys], [form, ...args]).catch((error) =>
      Promise.reject(error instanceof RedisRefusal ? (notWritten(place, error) ?? error) : error),
    )
    if (answer[0] === 'other') throw await takenBy(place, line, String(answer[1]))
    return answer
  }
type Step = ReturnType<typeof createStep>

const takeDocuments = ({ keys }: Place, step: Step, { number, records }: Extract<Part, { of: 'documents' }>) =>
  step(
    fillDocuments,
    [keys.docs],
    [number, ...records.flatMap(({ id, version, value }) => [id, keptText({ version, json: JSON.stringify(value) })])],
  )

function takeLines({ keys }: Place, step: Step, { number, records }: Extract<Part, { of: 'archive' }>) {
  const lists = [...new Set(records.map(({ archive, key }) => `${archive}/${key}`))]
  const listAt = new Map(lists.map((list, at) => [list, at + 1]))
  const lines = records.flatMap(({ archive, key, seq, position, at, line }) => [
    ...[listAt.get(`${archive}/${key}`) ?? 0, `${seq}-${position}`, at, JSON.stringify(line)],
  ])
  return step(fillLines, [keys.archives, ...lists.map(keys.archive)], [number, lists.length, ...lists, ...lines])
}

/** What is older than a store in Redis keeps is left in the file: documents and archives have it. */
const createJournalTaking = ({ keys }: Place, step: Step, header: ExportHeader) => {
  const { checkpointSeq, lastSeq, newestAt } = header.position
  const since = Math.min(newestAt, Date.now()) - journalKeptMs
  let isKept = false
  let before = ''
  return async ({ number, records }: Extract<Part, { of: 'journal' }>) => {
    const link = linkOf(header, number)
    const kept = records.filter(({ seq, at }) => {
      isKept ||= seq > checkpointSeq || seq === lastSeq || at >= since
      return isKept
    })
    await step(
      fillJournal,
      [keys.journal, keys.ids],
      [
        ...[number, link, before],
        ...kept.flatMap((entry) => [
          ...[entry.seq, JSON.stringify(entry), entry.commandId === null ? '' : `${entry.actor} ${entry.commandId}`],
        ]),
      ],
    )
    if (kept.length > 0) before = link
  }
}

const openEmpty = async ({ url, prefix }: RedisAddress) => {
  const place = createPlace(url, prefix, 'import')
  const line = connectionTo({ url, place, answersWithinMs })
  try {
    await line.open()
    const unfit = unfitness(await readFacts(line))
    if (unfit) throw new Error(`The Redis at ${shownAddress(url)} ${unfit}`)
    return { place, line }
  } catch (error) {
    line.close()
    throw error
  }
}

/** A prefix under which nothing lies yet, that becomes a store. @throws Error that says what is wrong with that Redis */
export const openRedisTarget = async (address: RedisAddress): Promise<TransferTarget> => {
  const { place, line } = await openEmpty(address)
  const { keys } = place
  let filling: {
    readonly header: ExportHeader
    readonly step: Step
    readonly takeEntries: ReturnType<typeof createJournalTaking>
  } | null = null
  const open = () => {
    if (!filling) throw new Error('The import was not begun.')
    return filling
  }
  return {
    place: place.name,
    async begin(header) {
      const form = `${IMPORT_OF}${header.check}`
      const there = await readFormat(place, line)
      if (there !== null && there !== form) throw await takenBy(place, line, there)
      const step = createStep(place, line, form)
      filling = { header, step, takeEntries: createJournalTaking(place, step, header) }
      const [, parts] = await step(beginFilling, [], ['waterhole, npm run import'])
      return Number(parts)
    },
    async take(part) {
      const { step, takeEntries } = open()
      if (part.of === 'documents') await takeDocuments(place, step, part)
      else if (part.of === 'archive') await takeLines(place, step, part)
      else await takeEntries(part)
    },
    async finish() {
      const { header, step } = open()
      const { epoch, lastSeq, checkpointSeq } = header.position
      await step(
        finishFilling,
        [keys.head, keys.journal, keys.times],
        [...[FORMAT, randomUUID(), epoch + EPOCHS_LEFT_OUT, lastSeq, checkpointSeq]],
      )
    },
    async close() {
      line.close()
    },
  }
}

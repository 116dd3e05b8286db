import { readFileSync, statSync, truncateSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededDice } from '../contract/sampleEntries.ts'
import { Damage } from './problems.ts'
import { folderState } from './testing/folderState.ts'
import { fillLog, fillStore, temporaryFolders } from './testing/sampleStores.ts'
import { database, documentsIn, log, openInThread, progress, put } from './testing/storeTools.ts'

const PLACES = 200
const SEED = 4
const folders = temporaryFolders()
let closed = ''
let logged = ''

beforeAll(async () => {
  closed = folders.folder()
  await fillStore(closed)
  logged = folders.folder()
  await fillLog(logged)
})
afterAll(folders.remove)

/** Everything that a hub reads of a store, at start and later; null where it is refused as damaged. */
const everythingIn = async (folder: string) => {
  const store = openInThread(folder)
  const { handlers } = store
  const orRefused = async <Read>(read: () => Read): Promise<Awaited<Read> | null> => {
    try {
      return await read()
    } catch (error) {
      if (error instanceof Damage) return null
      throw error
    }
  }
  const loaded = await orRefused(() => handlers.load(null))
  if (loaded === null) return null
  const { checkpointSeq, lastSeq, newestIdAt } = loaded
  const read = {
    documents: documentsIn(store),
    checkpointSeq,
    lastSeq,
    newestIdAt,
    tail: await orRefused(() => handlers.tail({ seq: 0, limit: 1000 })),
    answer: await orRefused(() => handlers.findAnswer({ actor: 'player2', commandId: 'order-5' })),
    archive: await orRefused(() =>
      handlers.archivePage({ kind: 'audit', about: 'tally/t3', before: null, limit: 100 }),
    ),
  }
  handlers.close(null)
  return read
}

type Dice = ReturnType<typeof seededDice>

/** Changes one to four bytes, or truncates the file. Returns a description. */
const damageSomewhere = (folder: string, file: string, dice: Dice): string => {
  const { size } = statSync(file)
  if (dice(8) === 0) {
    const left = dice(size)
    truncateSync(file, left)
    return `${basename(file)} cut off at ${left}`
  }
  const at = dice(size)
  const bytes = [...readFileSync(file).subarray(at, at + 1 + dice(4))].map((byte) => byte ^ (1 + dice(255)))
  put(file, at, bytes)
  return `${basename(file)} changed at ${at} to ${bytes} in ${folder}`
}

test(`[SD28] ${PLACES} changes at random places: the store loads unchanged documents and entries, or is refused and not touched`, async () => {
  const dice = seededDice(SEED)
  const whole = new Map<string, Awaited<ReturnType<typeof everythingIn>>>()
  for (const store of [closed, logged]) whole.set(store, await everythingIn(folders.copyOf(store)))
  const outcomes = { refused: 0, same: 0 }
  for (let place = 0; place < PLACES; place += 1) {
    const store = dice(2) === 0 ? closed : logged
    const folder = folders.copyOf(store)
    const files = store === closed ? [database, database, database, progress] : [log, log, log, database, progress]
    const damage = damageSomewhere(folder, files[dice(files.length)]?.(folder) ?? '', dice)
    const before = folderState(folder)
    const read = await everythingIn(folder)
    if (read === null) expect(folderState(folder), damage).toEqual(before)
    for (const [part, found] of Object.entries(read ?? {})) {
      if (found !== null)
        expect({ [part]: found }, damage).toEqual({ [part]: Reflect.get(whole.get(store) ?? {}, part) })
    }
    outcomes[read === null ? 'refused' : 'same'] += 1
  }
  expect(outcomes.refused).toBeGreaterThan(PLACES / 3)
  expect(outcomes.same).toBeGreaterThan(PLACES / 20)
})

import { readFileSync, statSync, truncateSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededDice } from '../contract/sampleEntries.ts'
import { Damage } from './problems.ts'
import { folderState } from './testing/folderState.ts'
import { fillLog, fillStore, temporaryFolders } from './testing/sampleStores.ts'
import { database, log, mark, openKeeper, put } from './testing/storeTools.ts'

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
}, 30_000)
afterAll(folders.remove)

/** What a hub reads of a store: at start, and later. Null in place of what is refused as damaged. */
const everythingIn = (folder: string) => {
  const { answers } = openKeeper(folder)
  const orRefused = <Read>(read: () => Read): Read | null => {
    try {
      return read()
    } catch (error) {
      if (error instanceof Damage) return null
      throw error
    }
  }
  const loaded = orRefused(() => answers.load(null))
  if (loaded === null) return null
  const { documents, checkpointSeq, entries } = loaded
  const read = {
    documents,
    checkpointSeq,
    entries,
    tail: orRefused(() => answers.tail({ seq: 0, limit: 1000 })),
    answers: orRefused(() => answers.answers({ since: 0 })),
    archive: orRefused(() => answers.readArchive({ archive: 'audit', key: 'tally/t3', before: null, limit: 100 })),
  }
  answers.close(null)
  return read
}

type Dice = ReturnType<typeof seededDice>

/** One to four changed bytes, or a file cut off somewhere. Gives words for it. */
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

test(`[SD28] ${PLACES} damages at random places: the same documents and entries, or DamagedStore and nothing touched`, () => {
  const dice = seededDice(SEED)
  const whole = new Map([closed, logged].map((store) => [store, everythingIn(folders.copyOf(store))]))
  const fates = { refused: 0, same: 0 }
  for (let place = 0; place < PLACES; place += 1) {
    const store = dice(2) === 0 ? closed : logged
    const folder = folders.copyOf(store)
    const files = store === closed ? [database, database, database, mark] : [log, log, log, database, mark]
    const damage = damageSomewhere(folder, files[dice(files.length)]?.(folder) ?? '', dice)
    const before = folderState(folder)
    const read = everythingIn(folder)
    if (read === null) expect(folderState(folder), damage).toEqual(before)
    for (const [part, found] of Object.entries(read ?? {})) {
      if (found !== null)
        expect({ [part]: found }, damage).toEqual({ [part]: Reflect.get(whole.get(store) ?? {}, part) })
    }
    fates[read === null ? 'refused' : 'same'] += 1
  }
  expect(fates.refused).toBeGreaterThan(PLACES / 3)
  expect(fates.same).toBeGreaterThan(PLACES / 20)
}, 60_000)

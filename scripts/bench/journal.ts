import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { systemClock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import type { Hub } from '../../server/engine/hub.ts'
import { openSqliteStorage } from '../../server/storage/sqlite.ts'
import { freshId, person } from '../../server/testing/people.ts'
import { villageFeatures } from '../../server/testing/villageFeature.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import { repositoryRoot } from '../repositoryRoot.ts'
import { alternate } from './alternate.ts'
import { printTable } from './printTable.ts'
import { atLeast, atMost, type Row } from './row.ts'

const inFlight = 128
const passes = 7
const passMs = 1_500

/** A hub over the real store, on the disk that the project stands on: a folder in memory would prove nothing. */
async function openBenchHub(name: string, durable: boolean, players: number) {
  const parent = join(repositoryRoot, 'build', 'bench')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, `${name}-`))
  const storage = await openSqliteStorage({ folder, durable })
  const filling = await openSqliteStorage({ folder, durable: false })
  await fill(filling, players)
  const hub = await createHub({ storage, features: villageFeatures, clock: systemClock, onFault: console.error })
  return { hub, players, close: () => hub.close().then(() => rmSync(folder, { recursive: true })) }
}

async function fill(storage: Awaited<ReturnType<typeof openSqliteStorage>>, players: number) {
  await storage.load()
  const ids = Array.from({ length: players }, (_, index): DocumentId => `purse/p${index}`)
  await storage.checkpoint(
    0,
    ids.map((id) => ({ id, version: 1, value: { coins: 1_000_000 } })),
  )
  await storage.close()
}

/** Acknowledged commands a second, with `inFlight` under way all the time. */
async function acknowledgedASecond(hub: Hub, players: number): Promise<number> {
  const startedAt = performance.now()
  let acknowledged = 0
  const giveOn = async (lane: number) => {
    for (let round = lane; performance.now() - startedAt < passMs; round += inFlight) {
      const from = person(`p${(round * 7_919) % players}`)
      const input = { to: `p${(round * 104_729 + 1) % players}`, coins: 1 }
      const answer = await hub.dispatch(from, { id: freshId(Date.now()), name: 'village.give', input })
      if (!answer.ok) throw new Error(`A command of the bench was refused: ${answer.message}`)
      acknowledged += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, lane) => giveOn(lane)))
  return acknowledged / ((performance.now() - startedAt) / 1_000)
}

/** J1: what durability costs. S2: what a hundred thousand players cost. */
export async function benchJournal(): Promise<Row[]> {
  const durable = await openBenchHub('durable', true, 300)
  const unsynced = await openBenchHub('unsynced', false, 300)
  const crowded = await openBenchHub('crowded', false, 100_000)
  const rates = await alternate(passes, {
    durable: () => acknowledgedASecond(durable.hub, durable.players),
    unsynced: () => acknowledgedASecond(unsynced.hub, unsynced.players),
    crowded: () => acknowledgedASecond(crowded.hub, crowded.players),
  })
  await Promise.all([durable, unsynced, crowded].map(({ close }) => close()))
  return [
    {
      measure: `J1 acknowledged commands a second, durable, ${inFlight} in flight`,
      against: 'the same hub without syncing',
      ...atLeast(0.6, rates.durable / rates.unsynced),
      note: `${Math.round(rates.durable)}/s against ${Math.round(rates.unsynced)}/s`,
    },
    {
      measure: 'S2 cost of a command with 100,000 players',
      against: 'with 300 players',
      ...atMost(2, rates.unsynced / rates.crowded),
      note: `${Math.round(1_000_000 / rates.crowded)} µs against ${Math.round(1_000_000 / rates.unsynced)} µs`,
    },
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printTable(await benchJournal())

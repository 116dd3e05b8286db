import { pathToFileURL } from 'node:url'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { benchFolder, giveFor, openJournalHub } from './journalHub.ts'
import { alternate, atLeast, atMost, type BenchSize, printTable, type Row } from './measure.ts'

const inFlight = 128
const wholePasses = 7
const passMs = 1_500

/** A hub over the embedded store. */
async function openEmbedded(name: string, durable: boolean, players: number) {
  const { folder, remove } = benchFolder(name)
  const hub = await openJournalHub(players, (isFirst) => openSqliteStorage({ folder, durable: durable && !isFirst }))
  return { ...hub, close: () => hub.close().then(remove) }
}

/** J1: the cost of durability. S2: the cost of a hundred thousand players. */
export async function benchJournal({ passes = wholePasses, loadMs = passMs }: BenchSize = {}): Promise<Row[]> {
  const durable = await openEmbedded('durable', true, 300)
  const unsynced = await openEmbedded('unsynced', false, 300)
  const crowded = await openEmbedded('crowded', false, 100_000)
  const rateOf = ({ hub, players }: typeof durable) =>
    giveFor(hub, players, { inFlight, ms: loadMs }).then(({ aSecond }) => aSecond)
  const rates = await alternate(passes, {
    durable: () => rateOf(durable),
    unsynced: () => rateOf(unsynced),
    crowded: () => rateOf(crowded),
  })
  await Promise.all([durable, unsynced, crowded].map(({ close }) => close()))
  return [
    {
      measure: `J1 acknowledged commands a second, durable, ${inFlight} in flight`,
      against: 'the same hub without syncing',
      ...atLeast(0.6, rates.ratioOf('durable', 'unsynced')),
      note: `${Math.round(rates.durable)}/s against ${Math.round(rates.unsynced)}/s`,
    },
    {
      measure: 'S2 cost of a command with 100,000 players',
      against: 'with 300 players',
      ...atMost(2, rates.ratioOf('unsynced', 'crowded')),
      note: `${Math.round(1_000_000 / rates.crowded)} µs against ${Math.round(1_000_000 / rates.unsynced)} µs`,
    },
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printTable(await benchJournal())

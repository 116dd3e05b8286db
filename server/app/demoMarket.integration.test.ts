import { expect, onTestFinished, test } from 'vitest'
import { withdrawListing } from '../../shared/features/market/commands.ts'
import { type Listing, listings } from '../../shared/features/market/listing.ts'
import { searchMarket } from '../../shared/features/market/queries.ts'
import { ownSessions } from '../../shared/features/session/session.ts'
import { systemClock } from '../engine/clock.ts'
import { openTestApp } from '../testing/testApp.ts'
import { until } from '../testing/testCluster.ts'
import { stockDemoMarket } from './demoMarket.ts'

/** As the system's, with short waits. */
const hurried = { ...systemClock, after: (ms: number, act: () => void) => systemClock.after(ms / 20, act) }

test('[DEM1] players of a demo park their dinosaurs and list them for visitors to buy, and a player who has listed once is left alone', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const faults: unknown[] = []
  const stock = () =>
    stockDemoMarket({ ...app.hub(), clock: hurried, onFault: (what, error) => void faults.push(what, error) })
  const visitor = await app.visit('player')
  const total = async () => {
    const answer = await visitor.query(searchMarket.name, {})
    return answer.ok ? searchMarket.output.parse(answer.output).total : null
  }
  expect(await total()).toBe(0)
  onTestFinished(stock())
  await until(async () => (await total()) === 5)
  const { hub } = app.hub()
  const open = (number: number): Listing[] => Object.values(hub.read(listings, `demo-player-${number}`).open)
  for (const number of [4, 5, 6, 7, 8]) {
    expect(open(number)).toMatchObject([{ item: { kind: 'dinosaur', source: 'grown' } }])
    await until(() => Object.keys(hub.read(ownSessions, `demo-player-${number}`).open).length === 0)
  }
  const seller = await app.visit('player', 4)
  expect(await seller.command(withdrawListing.name, { listing: open(4)[0]?.id })).toMatchObject({ ok: true })
  onTestFinished(stock())
  await until(() => Object.keys(hub.read(ownSessions, 'demo-player-5').open).length === 0)
  expect(await total()).toBe(4)
  expect(faults).toEqual([])
})

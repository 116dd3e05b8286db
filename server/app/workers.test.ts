import { expect, test } from 'vitest'
import * as commands from '../../shared/features/challenges/commands.ts'
import { gatewayFrame, toGame } from '../../shared/features/world/frame.ts'
import { readConfig } from '../config.ts'
import { openChallenges } from '../features/challenges/testing/openChallenges.ts'
import { rex } from '../features/gameLog/testing/openGameLog.ts'
import { followMoney } from '../features/ledger/conservation.ts'
import { createRegionCounter } from '../features/regions/counter.ts'
import { createMetrics } from '../observability/metrics.ts'
import { startWorkers } from './workers.ts'

const everyMs = 2_000
const noListener = () => () => {}

/** The workers of a leader, on a clock that only the test moves, with one player in the game. */
async function openWorkers() {
  const app = await openChallenges()
  const { hub, clock } = app
  const animal = {
    id: rex,
    name: 'Ann',
    species: 'Troodon',
    gender: null,
    health: 1,
    growth: 0.5,
    stamina: 1,
    hunger: 1,
    thirst: 1,
    location: toGame(gatewayFrame, { x: 2_000, y: 2_000 }),
  }
  const link = {
    state: () => ({ name: 'up', since: 0, why: null }),
    onState: noListener,
    counters: () => ({ latencyMs: 1 }),
    details: () => new Promise(() => {}),
    players: async () => [{ id: rex, name: 'Ann' }],
    animals: async () => [animal],
  }
  const workers = startWorkers({
    server: 'main',
    hub,
    watched: {
      isWatched: (kinds: readonly string[]) => kinds.includes('positions'),
      onWatched: noListener,
      watchedIds: () => [],
    },
    game: { link, actionLinks: [], logSource: null, banList: null, hostLink: null, checks: [] },
    config: { ...readConfig({}), positionsEveryMs: everyMs },
    clock,
    regionCounter: createRegionCounter(clock),
    lists: { onChange: noListener },
    money: followMoney(hub, () => {}),
    mapImagePath: null,
    staff: { follow: noListener },
    sockets: () => 0,
    machine: () => ({}),
    metrics: createMetrics({ node: () => ({}) as never, clock }),
    onFault: () => {},
    share: () => {},
  } as unknown as Parameters<typeof startWorkers>[0])
  return { ...app, workers }
}

test('[DC906] the planned stop of the leader keeps the time of challenges that was counted and not written yet', async () => {
  const { set, ann, run, hub, clock, workers } = await openWorkers()
  await set('day', { measure: 'minutes', target: 30 })
  expect(await ann(commands.acceptChallenge, { set: 'day', challenge: '1' })).toMatchObject({ ok: true })
  for (let reading = 0; reading < 10; reading += 1) {
    clock.pass(everyMs)
    await hub.settled()
    await new Promise(setImmediate)
  }
  expect(run()?.ms).toBe(0)
  await workers.stop()
  expect(run()?.ms).toBeGreaterThanOrEqual(8 * everyMs)
})

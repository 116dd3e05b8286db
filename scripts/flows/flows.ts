import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../client/connection/connect.ts'
import { documentAtom } from '../../client/connection/useDocument.ts'
import { createWire } from '../../client/connection/wire.ts'
import { type App, startApp } from '../../server/app/app.ts'
import { readConfig } from '../../server/config.ts'
import { createLog } from '../../server/observability/log.ts'
import { startRedis } from '../../server/testing/redisProcess.ts'
import { openTestApp } from '../../server/testing/testApp.ts'
import { createTestClient } from '../../server/testing/testClient.ts'
import { kickPlayer } from '../../shared/features/deliveries/commands.ts'
import { deliveries } from '../../shared/features/deliveries/delivery.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import type { Coverage } from './coverage.ts'

export interface FlowCount {
  readonly flow: string
  readonly files: readonly string[]
  readonly functions: number
}

/** Runs each flow once to load and warm up what it needs, and once counted. */
export async function runFlows(coverage: Coverage): Promise<FlowCount[]> {
  return [...(await flowsOfOneHub(coverage)), await takeOver(coverage)]
}

/**
 * A kick, a position reading and a reconnect, on a hub with its journal in SQLite and with a page of the staff map. Each flow starts
 * right after a position reading, so that no other reading falls into it.
 */
async function flowsOfOneHub({ take }: Coverage): Promise<FlowCount[]> {
  const app = await openTestApp()
  const client = createTestClient(app.address())
  await client.signIn('admin')
  const wire = createWire(app.address(), { origin: app.address(), cookie: client.cookie() })
  const page = connect({ wire })
  const watched = { deliveries: documentAtom(deliveries, 'main'), roster: documentAtom(roster, 'main') }
  for (const atom of Object.values(watched)) page.store.sub(atom, () => {})
  let frames = 0
  const nextFrame = async (count = 1) => {
    const wanted = frames + count
    await until(() => frames >= wanted)
  }
  const counted = async (act: () => Promise<void>) => {
    await nextFrame()
    await sleep(20)
    await take()
    await act()
    return take()
  }
  const reconnect = async () => {
    wire.close()
    page.wake()
    await nextFrame()
  }

  const living = () => {
    const { value } = page.store.get(watched.roster)
    return Object.values(value?.players ?? {}).filter(({ animal }) => animal && !animal.dead)
  }
  const kick = async (target: string) => {
    const answer = await page.send(kickPlayer.name, { server: 'main', target, reason: 'Testing the flow' })
    if (!answer.ok) throw new Error(`The kick was refused: ${answer.message}`)
    const { id } = kickPlayer.output.parse(answer.output)
    await until(() => page.store.get(watched.deliveries).value?.entries[id]?.state === 'confirmed')
  }

  page.stream('positions/main', () => (frames += 1))
  await nextFrame(3)
  await until(() => living().length > 8)
  const [first, second] = living().slice(-2)
  await kick(first?.id ?? '')
  const kicked = { flow: 'kick, from the press to confirmed', ...(await counted(() => kick(second?.id ?? ''))) }

  const read = { flow: 'one position reading, from the game to the page', ...(await counted(nextFrame)) }
  const reconnected = { flow: 'reconnect, until the page is live again', ...(await counted(reconnect)) }
  page.close()
  await app.close()
  return [kicked, read, reconnected]
}

/** Two nodes on one Redis; the leader stops in order, and the other one takes over. */
async function takeOver({ take }: Coverage): Promise<FlowCount> {
  const redis = await startRedis()
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-flows-'))
  const open = (name: string): Promise<App> => {
    const environment = { DATA_DIR: join(folder, name), REDIS_URL: redis.url, DEMO: '1', LOG_LEVEL: 'silent' }
    const config = { ...readConfig({ ...environment, SIMULATOR_PLAYERS: '40', DRAIN_SECONDS: '0' }), port: 0 }
    return startApp(config, createLog(config))
  }
  const leader = await open('leader')
  await until(() => leader.node.role() === 'leader')
  const follower = await open('follower')
  await until(() => follower.node.state().isReady)
  await take()
  const closing = leader.close()
  await until(() => follower.node.role() === 'leader')
  await until(() => hasGame(follower))
  const counted = await take()
  await closing
  await follower.close()
  await redis.stop()
  rmSync(folder, { recursive: true, force: true })
  return { flow: 'take-over, from the stop of the leader to the next leader', ...counted }
}

function hasGame(app: App): boolean {
  try {
    return app.game !== undefined
  } catch {
    return false
  }
}

/** @throws Error after five minutes */
async function until(holds: () => boolean) {
  for (let turns = 0; turns < 30_000; turns += 1) {
    if (holds()) return
    await sleep(10)
  }
  throw new Error(`A flow did not end: ${holds}`)
}

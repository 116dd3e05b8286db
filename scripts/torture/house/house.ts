import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '../../../server/game/simulator/simulator.ts'
import { pondTerrain } from '../../../server/game/testing/testSimulator.ts'
import { type RedisProcess, startRedis } from '../../../server/testing/redisProcess.ts'
import type { HouseForm } from '../faults/schedule.ts'
import { type NodeProcess, startNodeProcess } from '../node/nodeProcess.ts'
import { type NodeSlot, openNodeSlot } from './nodeSlot.ts'

const password = 'of-the-game'

/** What several runs share: a Redis, a game, and processes that can be nodes. */
export interface House {
  readonly form: HouseForm
  readonly redis: RedisProcess | null
  readonly game: Simulator
  readonly slots: readonly NodeSlot[]
  /** The store of a run is empty: another prefix, or another folder. */
  fresh(name: string): void
  prefix(): string
  folder(): string
  /** What nodes did by themselves since it was asked last. */
  wrongs(): readonly string[]
  close(): Promise<void>
}

/** One more process is always ready, so that whoever was killed is back as soon as a service manager would have it. */
function createYard() {
  let spare = startNodeProcess()
  const all = new Set<NodeProcess>([spare])
  return {
    take() {
      const taken = spare
      spare = startNodeProcess()
      all.add(spare)
      return taken
    },
    close: () => Promise.all([...all].map((process) => process.kill())),
  }
}

export async function openHouse(form: HouseForm): Promise<House> {
  const root = mkdtempSync(join(tmpdir(), 'waterhole-torture-'))
  const redis = form.hasRedis ? await startRedis() : null
  const game = await startSimulator({ port: 0, password, players: 30, seed: 1, terrain: pondTerrain })
  const yard = createYard()
  let wrongs: string[] = []
  let name = 'first'
  const folder = () => join(root, name)
  const environmentOf =
    (number: number) =>
    (ports: { readonly store: number; readonly game: number }): Readonly<Record<string, string>> => ({
      DATA_DIR: form.hasRedis ? join(folder(), String(number)) : folder(),
      ...(form.hasRedis && { REDIS_URL: `redis://127.0.0.1:${ports.store}`, REDIS_PREFIX: name }),
      ...{ EVRIMA_HOST: '127.0.0.1', EVRIMA_RCON_PORT: String(ports.game), EVRIMA_RCON_PASSWORD: password },
      ...{ POSITIONS_SECONDS: '1', IDLE_POSITIONS_SECONDS: '0', REPLAY_MINUTES: '0', LOG_LEVEL: 'info' },
    })
  const slots = await Promise.all(
    Array.from({ length: form.nodes }, (_, number) =>
      openNodeSlot({
        number,
        ports: { store: () => redis?.port ?? 0, game: () => game.port },
        environment: environmentOf(number),
        take: yard.take,
        onWrong: (what) => void wrongs.push(what),
      }),
    ),
  )
  return {
    ...{ form, redis, game, slots, folder },
    prefix: () => name,
    fresh(next) {
      name = next
      wrongs = []
    },
    wrongs: () => wrongs,
    async close() {
      for (const slot of slots) await slot.close()
      await yard.close()
      await game.close()
      await redis?.remove()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

import { onTestFinished } from 'vitest'
import { createWorld } from '../simulator/createWorld.ts'
import type { Game } from '../simulator/game.ts'
import { type SimulatorOptions, startSimulator } from '../simulator/simulator.ts'
import type { Terrain } from '../simulator/world.ts'

export const testPassword = 'rcon-s3cret'

/** A simulator on a free port with a stopped clock, closed after the test. */
export async function startTestSimulator(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({
    port: 0,
    password: testPassword,
    players: 60,
    seed: 1,
    terrain: pondTerrain,
    isPaused: true,
    hasCommaNames: true,
    ...options,
  })
  onTestFinished(() => simulator.close())
  return simulator
}

/** A game on that island, where a map unit is 100 game centimetres and the axes are those of the map. */
export const createTestGame = (options: { players?: number; seed?: number; format?: Game['format'] } = {}): Game => ({
  world: createWorld({
    seed: options.seed ?? 1,
    players: options.players ?? 40,
    terrain: pondTerrain,
    hasCommaNames: true,
  }),
  format: options.format ?? '2026',
  toGame: ({ x, y }) => ({ x: x * 100, y: y * 100 }),
  tellsMore: true,
})

const CENTRE = 2048
const SHORE = 1700
const PITCH = 440
const POND = 45

/** A round island with rows of round ponds, whose values can be computed. */
export const pondTerrain: Terrain = {
  elevation: (x, y) => (SHORE - Math.hypot(x - CENTRE, y - CENTRE)) * 0.2 - pondDepth(x, y),
  depth: (x, y) => Math.max(0, (Math.hypot(x - CENTRE, y - CENTRE) - SHORE) * 0.2, pondDepth(x, y)),
  nearestWater: (x, y) => {
    const pond = pondNear(x, y)
    const away = Math.max(1, Math.hypot(x - pond.x, y - pond.y))
    const part = Math.min(1, (POND - 1) / away)
    return { x: pond.x + (x - pond.x) * part, y: pond.y + (y - pond.y) * part }
  },
}

const pondNear = (x: number, y: number) => ({ x: Math.round(x / PITCH) * PITCH, y: Math.round(y / PITCH) * PITCH })

function pondDepth(x: number, y: number): number {
  const pond = pondNear(x, y)
  return Math.max(0, (POND - Math.hypot(x - pond.x, y - pond.y)) * 0.2)
}

import { createWorld } from '../simulator/createWorld.ts'
import type { Game } from '../simulator/game.ts'
import { pondTerrain } from './pondTerrain.ts'

/** A game on the island of ponds, where a map unit is a hundred game centimetres and the game's axes are the map's. */
export const createTestGame = (options: { players?: number; seed?: number; format?: Game['format'] } = {}): Game => ({
  world: createWorld({ seed: options.seed ?? 1, players: options.players ?? 40, terrain: pondTerrain }),
  format: options.format ?? '2026',
  toGame: ({ x, y }) => ({ x: x * 100, y: y * 100 }),
  tellsMore: true,
})

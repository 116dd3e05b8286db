import { createIsland, islandSeed } from '../../../shared/features/world/island.ts'
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts'

/** The simulator on the island that the hub draws. */
export const startIslandSimulator = (options: Omit<SimulatorOptions, 'terrain'>): Promise<Simulator> =>
  startSimulator({ ...options, terrain: createIsland(islandSeed) })

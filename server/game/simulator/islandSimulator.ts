import { ownIsland } from '../island/island.ts'
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts'

/** The simulator on the island that the hub draws. */
export const startIslandSimulator = (options: Omit<SimulatorOptions, 'terrain'>): Promise<Simulator> =>
  startSimulator({ ...options, terrain: ownIsland() })

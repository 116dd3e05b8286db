import { defaultIsland } from '../island/island.ts'
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts'

/** The simulator on the island of the default map image. */
export const startIslandSimulator = (options: Omit<SimulatorOptions, 'terrain'>): Promise<Simulator> =>
  startSimulator({ ...options, terrain: defaultIsland() })

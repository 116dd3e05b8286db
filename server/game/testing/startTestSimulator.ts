import { onTestFinished } from 'vitest'
import { type SimulatorOptions, startSimulator } from '../simulator/simulator.ts'
import { pondTerrain } from './pondTerrain.ts'

export const testPassword = 'rcon-s3cret'

/** A simulator on a free port whose world stands still, closed when the test is over. */
export async function startTestSimulator(options: Partial<SimulatorOptions> = {}) {
  const simulator = await startSimulator({
    ...{ port: 0, password: testPassword, players: 60, seed: 1, terrain: pondTerrain, isPaused: true },
    ...options,
  })
  onTestFinished(() => simulator.close())
  return simulator
}

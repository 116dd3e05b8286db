import { z } from 'zod'
import { Port } from './port.ts'

/** The variables of a simulator that runs by itself, for several hubs to read. */
export const sharedSimulatorVariables = {
  SIMULATOR_HOST: z.string().min(1).optional(),
  SIMULATOR_PORT: Port.default(16_007),
  SIMULATOR_PASSWORD: z.string().min(1).optional(),
}
const Variables = z.object(sharedSimulatorVariables)
type Given = z.output<typeof Variables> & { readonly EVRIMA_HOST?: string | undefined }

/** Where it is and what opens it; null where the hub is to start one of its own. */
export type SharedSimulator = { readonly host: string; readonly port: number; readonly password: string } | null

/** @param fail makes the error of a sentence */
export function sharedSimulatorOf(given: Given, fail: (why: string) => Error): SharedSimulator {
  const { SIMULATOR_HOST: host, SIMULATOR_PORT: port, SIMULATOR_PASSWORD: password } = given
  if (!host && !password) return null
  if (given.EVRIMA_HOST)
    throw fail('SIMULATOR_HOST and EVRIMA_HOST are both set, and a hub has one game server. Leave one of them out.')
  if (!host)
    throw fail('SIMULATOR_HOST is missing: SIMULATOR_PASSWORD is set, so give the address of the simulator too.')
  if (!password)
    throw fail(
      'SIMULATOR_PASSWORD is missing: give the word with which npm run simulator was started at SIMULATOR_HOST.',
    )
  return { host, port, password }
}

import type { BenchSize, Row } from './measure.ts'

/** The benches by name. Each loads its modules only when it runs: what one has loaded would change the figures of another. */
export const benches: Readonly<Record<string, (size: BenchSize) => Promise<Row[]>>> = {
  journal: async (size) => (await import('./journal.ts')).benchJournal(size),
  stores: async (size) => (await import('./stores.ts')).benchStores(size),
  seen: async (size) => (await import('./seen.ts')).benchSeen(size),
  reconnect: async (size) => (await import('./reconnect.ts')).benchReconnect(size),
  storm: async (size) => (await import('./storm.ts')).benchStorm(size),
  gatewayLoss: async (size) => (await import('./gatewayLoss.ts')).benchGatewayLoss(size),
  positions: async (size) => (await import('./positions.ts')).benchPositions(size),
  fanOut: async (size) => (await import('./fanOut.ts')).benchFanOut(size),
  deliver: async (size) => (await import('./deliver.ts')).benchDeliver(size),
  map: async (size) => (await import('./map.ts')).benchMap(size),
}

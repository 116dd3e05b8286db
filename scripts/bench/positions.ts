// E1: the bytes of a tick. S1: the cost of an update of 300 positions, ready to be sent. Alone: node scripts/bench/positions.ts
import { atLeast, atMost, type BenchSize, printTable, type Row } from './measure.ts'
import { bytesAt, type Pace } from './positions/bytes.ts'
import { updateCosts } from './positions/update.ts'

/** The hub polls every two seconds; the other rates are for comparison. */
const PACES: readonly Pace[] = [
  { hz: 0.5, ticks: 600, window: 50, particles: 4000 },
  { hz: 1, ticks: 600, window: 70, particles: 4000 },
  { hz: 5, ticks: 1500, window: 150, particles: 8000 },
  { hz: 10, ticks: 2000, window: 200, particles: 16_000 },
]

export async function benchPositions({ ticks, passes }: BenchSize = {}): Promise<Row[]> {
  // Timing first: code that runs before it would be compiled for reading as well, and a hub only writes.
  const update = await updateRows(passes)
  const paces = ticks === undefined ? PACES : PACES.slice(0, 1).map((pace) => ({ ...pace, ...shortened(ticks) }))
  return [...paces.flatMap(bytesRows), ...update]
}

/** Enough to run every step. The figures of so few readings mean little. */
const shortened = (ticks: number) => ({ ticks, window: Math.floor(ticks / 3), particles: 20 })

function bytesRows(pace: Pace): Row[] {
  const { ours, colyseus, json, entropy, key } = bytesAt(pace)
  const measure = `E1 bytes a tick of 300 animals, ${pace.hz} Hz, one key frame in 10 min`
  const against = (bytes: number) => `${ours.toFixed(1)} against ${bytes.toFixed(1)} bytes`
  return [
    { measure, against: 'Colyseus schema, uint16', ...atLeast(8, colyseus / ours), note: against(colyseus) },
    { measure, against: 'JSON list', ...atLeast(150, json / ours), note: against(json) },
    {
      measure,
      against: 'entropy, as a particle filter estimates it',
      ...atMost(1.15, ours / entropy),
      note: `${against(entropy)}; key frame ${key}`,
    },
  ]
}

async function updateRows(passes?: number): Promise<Row[]> {
  const costs = await updateCosts(passes)
  const { ours, written, unwritten } = costs
  const alone = `Immer without writing its patches: ${(unwritten / ours).toFixed(1)} times`
  return [
    {
      measure: 'S1 update of 300 moving positions, ready to be sent',
      against: 'Immer and its patches as JSON',
      ...atLeast(20, costs.ratioOf('written', 'ours')),
      note: `${ours.toFixed(0)} against ${written.toFixed(0)} µs; ${alone}`,
    },
  ]
}

if (import.meta.main) printTable(await benchPositions())

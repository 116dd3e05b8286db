import { recordPlay } from '../../../../shared/features/play/commands.ts'
import { playRecord, present } from '../../../../shared/features/play/playRecord.ts'
import { createHub } from '../../../engine/createHub.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { playFeature } from '../feature.ts'

/** Who is in the game by their number, with the species or null for the menu. */
export type Crowd = Readonly<Record<string, string | null>>

/** As that of a machine: what waits for its time goes on whatever the hands are set to. */
function createJumpingClock() {
  const steady = createTestClock()
  let wrongMs = 0
  return {
    clock: { ...steady, now: () => steady.now() + wrongMs },
    jump(ms: number) {
      wrongMs += ms
    },
  }
}

/** A hub with play records alone, over a store that outlives it, and a clock that only the test moves. */
export async function openPlay() {
  const { clock, jump } = createJumpingClock()
  const memory = createMemoryStorage()
  const faults: unknown[] = []
  const start = () =>
    createHub({
      clock,
      storage: memory.storage,
      features: [playFeature],
      onFault: (_what, error) => void faults.push(error),
    })
  let hub = await start()
  let seenAt: number | null = null
  /** Until the timers that are due have been carried out. */
  const settle = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      await hub.settled()
    }
  }
  return {
    clock,
    faults,
    settle,
    journal: memory.journal,
    fail: memory.fail,
    jump,
    hub: () => hub,
    /** A reading now. */
    async see(crowd: Crowd, at = clock.now()) {
      const players = Object.entries(crowd).map(([id, species]) => ({ id, species }))
      await hub.execute('game link', recordPlay.name, { server: 'main', players, at, seenAt })
      seenAt = at
    },
    async pass(ms: number) {
      clock.pass(ms)
      await settle()
    },
    /** The hub is away for so long; the game is not. */
    async restart(awayMs = 0) {
      await hub.close()
      clock.pass(awayMs)
      hub = await start()
      seenAt = null
      // What fell due meanwhile.
      clock.pass(0)
      await settle()
    },
    record: (id: string) => hub.read(playRecord, id),
    present: () => hub.read(present, 'main'),
  }
}
export type OpenPlay = Awaited<ReturnType<typeof openPlay>>

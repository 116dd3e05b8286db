import { recordPlay } from '../../../../shared/features/play/commands.ts'
import { playRecord, present } from '../../../../shared/features/play/playRecord.ts'
import { createHub } from '../../../engine/createHub.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { playFeature } from '../feature.ts'

/** The players in the game by id, with the species or null for the menu. */
export type Crowd = Readonly<Record<string, string | null>>

/** A hub with play records only, on a store that survives restarts, with a test clock. */
export async function openPlay() {
  const clock = createTestClock()
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
  /** Waits until due timers have run. */
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
    jump: clock.setWallBy,
    hub: () => hub,
    /** Records a reading. */
    async see(crowd: Crowd, at = clock.now()) {
      const players = Object.entries(crowd).map(([id, species]) => ({ id, species }))
      await hub.execute('game link', recordPlay.name, { server: 'main', players, at, seenAt })
      seenAt = at
    },
    async pass(ms: number) {
      clock.pass(ms)
      await settle()
    },
    /** Stops the hub for this time; the game continues. */
    async restart(awayMs = 0) {
      await hub.close()
      clock.pass(awayMs)
      hub = await start()
      seenAt = null
      // Runs timers that became due in the meantime.
      clock.pass(0)
      await settle()
    },
    record: (id: string) => hub.read(playRecord, id),
    present: () => hub.read(present, 'main'),
  }
}
export type OpenPlay = Awaited<ReturnType<typeof openPlay>>

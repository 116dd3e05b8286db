import type { Clock } from '../../../engine/clock.ts'
import type { Hub } from '../../../engine/hub.ts'

/** A clock whose waits end with the run. */
export function createMortal(clock: Clock, steps: number) {
  let left = steps
  let isDead = false
  const never = () => new Promise<never>(() => {})
  /** One step of the run: the last one kills it. */
  const dies = () => {
    left -= 1
    isDead ||= left <= 0
    return isDead
  }
  return {
    isAlive: () => !isDead,
    kill() {
      isDead = true
    },
    clock: {
      now: clock.now,
      after: (ms: number, act: () => void) => clock.after(ms, () => void (isDead || act())),
    } satisfies Clock,
    /** The hub as its worker has it: between any two steps the process may end, and then nothing is heard of it any more. */
    hub: (hub: Hub): Pick<Hub, 'read' | 'order' | 'onPublish'> => ({
      read: hub.read,
      onPublish: (listener) => hub.onPublish((published) => void (isDead || listener(published))),
      async order(actor, name, input) {
        if (dies()) return never()
        try {
          const output = await hub.order(actor, name, input)
          return dies() ? never() : output
        } catch (error) {
          if (dies()) return never()
          throw error
        }
      },
    }),
  }
}

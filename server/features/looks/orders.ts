import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'

const againMs = 10_000

interface OrderParts {
  readonly hub: Pick<Hub, 'order'>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/** Gives orders one after the other. One that the hub does not take, as on a full disk, is given again until it does. */
export function createOrders({ hub, clock, onFault }: OrderParts) {
  const waiting: { readonly name: string; readonly input: unknown }[] = []
  let working: Promise<void> | null = null
  let isFailing = false
  let isStopped = false
  let cancel = () => {}

  const work = async () => {
    for (let [next] = waiting; next; [next] = waiting) {
      await hub.order('looks', next.name, next.input)
      waiting.shift()
      isFailing = false
    }
  }
  const taken = () => {
    working = null
    if (waiting.length > 0) void start()
  }
  const refused = (error: unknown) => {
    working = null
    if (!isFailing && !isStopped) onFault('write down who looks', error)
    isFailing = true
    if (!isStopped) cancel = clock.after(againMs, () => void start())
  }
  const start = (): Promise<void> => {
    cancel()
    working ??= work().then(taken, refused)
    return working
  }
  return {
    give(name: string, input: unknown) {
      waiting.push({ name, input })
      if (!isFailing) void start()
    },
    /** What was not taken yet is left to whoever goes on with it. */
    leave() {
      isStopped = true
      cancel()
    },
    /** Tries once more what was not taken, and not again after that. */
    async close() {
      isStopped = true
      await working
      if (waiting.length > 0) await start()
    },
  }
}

import type { Delivery, LinkName } from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryLink } from './deliveryLink.ts'
import { lineOf } from './nextSteps.ts'

/** Lines in which one is on its way: the next of the same line waits for it. */
export function createLines(onFault: (what: string, error: unknown) => void) {
  const running = new Map<string, { readonly work: Promise<void>; readonly over: LinkName | null }>()
  let onDone = () => {}
  return {
    busy: (): ReadonlySet<string> => new Set(running.keys()),
    runningOn: ({ name }: DeliveryLink) => [...running.values()].filter(({ over }) => over === name).length,
    run(one: Delivery, link: DeliveryLink | null, work: () => Promise<void>) {
      const line = lineOf(one)
      const ended = () => {
        running.delete(line)
        onDone()
      }
      // In a turn of its own: whoever starts several has noted all of them before the first is done.
      const going = Promise.resolve()
        .then(work)
        .catch((error: unknown) => onFault(`delivery ${one.id}`, error))
        .then(ended)
      running.set(line, { work: going, over: link?.name ?? null })
    },
    onDone(listener: () => void) {
      onDone = listener
    },
    async settled() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}

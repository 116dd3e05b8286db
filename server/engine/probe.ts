import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { defineDocument, nobody } from '../../shared/engine/document.ts'
import type { Clock } from './clock.ts'
import { implement } from './rule.ts'

/** Written only to see whether the store takes anything again. */
export const storageProbe = defineDocument({
  kind: 'storageProbe',
  schema: z.object({ probes: z.int().nonnegative().default(0) }),
  readableBy: nobody,
  memory: 'journaled',
})

export const probeStorage = defineCommand({
  name: 'hub.probeStorage',
  permission: 'hub',
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})

export const probing = implement(probeStorage, ({ edit }) => {
  edit(storageProbe).probes += 1
  return {}
})

interface ProbeParts {
  readonly clock: Clock
  readonly isFull: () => boolean
  readonly order: (actor: string, name: string, input: unknown) => Promise<unknown>
}

const everyMs = 10_000

/** While the store takes nothing nobody may be sent here to find out that it does again: the hub tries by itself. */
export function createProbe({ clock, isFull, order }: ProbeParts) {
  let cancel = () => {}
  let isStopped = false
  const tryOnce = async () => {
    if (isStopped || !isFull()) return
    // Refused while there is no room: that is the answer.
    await order('probe', probeStorage.name, {}).catch(() => {})
    wait()
  }
  const wait = () => {
    cancel()
    if (!isStopped && isFull()) cancel = clock.after(everyMs, () => void tryOnce())
  }
  return {
    begin: wait,
    stop() {
      isStopped = true
      cancel()
    },
  }
}

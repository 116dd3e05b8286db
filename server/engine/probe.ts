import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { defineDocument, nobody, notPersonal } from '../../shared/engine/document.ts'
import type { Clock } from './clock.ts'
import { implement } from './rule.ts'

/** Written only to find out whether the store takes entries again. */
export const storageProbe = defineDocument({
  kind: 'storageProbe',
  schema: z.object({ probes: z.int().nonnegative().default(0) }),
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('is a counter'),
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

interface ProbeDeps {
  readonly clock: Clock
  readonly isFull: () => boolean
  readonly execute: (actor: string, name: string, input: unknown) => Promise<unknown>
}

const everyMs = 10_000

/** While the store accepts no entry, clients are not sent here: the hub itself tries until the store takes an entry. */
export function createProbe({ clock, isFull, execute }: ProbeDeps) {
  let cancel = () => {}
  let isStopped = false
  const tryOnce = async () => {
    if (isStopped || !isFull()) return
    // Refused while there is no room: the state stays as it is.
    await execute('probe', probeStorage.name, {}).catch(() => {})
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

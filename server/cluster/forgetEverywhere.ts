import { randomUUID } from 'node:crypto'
import type { Clock } from '../engine/clock.ts'
import type { Forgetting } from '../engine/storage.ts'
import type { AuthorityRun } from './authorityRun.ts'
import type { Letters } from './letters.ts'
import type { Neighbours } from './neighbours.ts'
import type { Refusals } from './refusals.ts'
import type { Replica } from './replica.ts'
import { Answered, ForgetNow } from './wire.ts'

const againMs = 500
const patienceMs = 30_000
/** Of so many it is remembered that they were done, for when they are told again. */
const mostHandled = 50

interface ForgetParts {
  readonly letters: Letters
  readonly clock: Clock
  readonly replica: Replica
  readonly refusals: Refusals
  readonly neighbours: Neighbours
}

/** The memory of all nodes forgets with the store: each that is there says so, and who was away begins anew. */
export function createForgetEverywhere(parts: ForgetParts) {
  const { letters, replica, refusals } = parts
  const stop = hearOthers(parts)
  return {
    /** @param seq at which the memory of the authority forgot. @throws when a node that is there has not done it in time */
    async run(run: AuthorityRun, { documents }: Forgetting, seq: number) {
      const message: ForgetNow = {
        ...{ id: randomUUID(), epoch: run.epoch, number: run.nextForgetting(), seq },
        documents: [...documents],
      }
      const others = allForget(parts, message)
      letters.send('forget', message)
      refusals.forget()
      await Promise.all([replica.forget(message), others])
    },
    stop,
  }
}

function hearOthers({ letters, replica, refusals }: ForgetParts) {
  const handled = new Map<string, Promise<void>>()
  return letters.listen('forget', ForgetNow, (message, from) => {
    refusals.forget()
    const done = handled.get(message.id) ?? replica.forget(message)
    handled.set(message.id, done)
    for (const id of [...handled.keys()].slice(0, -mostHandled)) handled.delete(id)
    void done.then(() => letters.send(`answers.${from}`, { forgot: message.id }))
  })
}

/** Resolves when all others that are there have done it. Told again to who has not answered. */
async function allForget({ letters, clock, neighbours }: ForgetParts, message: ForgetNow): Promise<void> {
  const done = new Set<string>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const missing = () => neighbours.names().filter((node) => !done.has(node))
  const look = () => void (missing().length === 0 && resolve())
  const stopHearing = letters.listen(`answers.${letters.node}`, Answered, (answered, from) => {
    if ('forgot' in answered && answered.forgot === message.id) done.add(from)
    look()
  })
  let cancelNext = () => {}
  const tellAgain = () => {
    look()
    letters.send('forget', message)
    cancelNext = clock.after(againMs, tellAgain)
  }
  cancelNext = clock.after(againMs, tellAgain)
  const cancelLast = clock.after(patienceMs, () =>
    reject(new Error(`Some nodes could not say that they have forgotten: ${missing().join(', ')}. Try again.`)),
  )
  look()
  await promise.finally(() => {
    cancelNext()
    cancelLast()
    stopHearing()
  })
}

import { randomUUID } from 'node:crypto'
import type { Clock } from '../engine/clock.ts'
import type { PersonErasure } from '../engine/storage.ts'
import type { LeaderTerm } from './leader.ts'
import { EraseNow, type Messages, ReplyMessage } from './messages.ts'
import type { Peers } from './peers.ts'
import type { RecentRefusals } from './recentRefusals.ts'
import type { Replica } from './replica.ts'

const repeatEveryMs = 500
const giveUpAfterMs = 30_000
/** This many erasures are remembered as done, for messages that arrive twice. */
const mostHandled = 50

interface EraseDeps {
  readonly messages: Messages
  readonly clock: Clock
  readonly replica: Replica
  readonly refusals: RecentRefusals
  readonly peers: Peers
}

/** Erases documents from the memory of all nodes: each present node confirms; one that was away reloads its documents. */
export function createEraseEverywhere({ messages, clock, replica, refusals, peers }: EraseDeps) {
  const handled = new Map<string, Promise<void>>()
  const stop = messages.listen('erase', EraseNow, (message, from) => {
    refusals.erase()
    const done = handled.get(message.id) ?? replica.erase(message)
    handled.set(message.id, done)
    for (const id of [...handled.keys()].slice(0, -mostHandled)) handled.delete(id)
    void done.then(() => messages.send(`replies.${from}`, { erased: message.id }))
  })

  /** Resolves when all other present nodes have confirmed. The message is repeated until then. */
  async function othersErase(message: EraseNow): Promise<void> {
    const done = new Set<string>()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const missing = () => peers.names().filter((node) => !done.has(node))
    const check = () => void (missing().length === 0 && resolve())
    const stopListening = messages.listen(`replies.${messages.node}`, ReplyMessage, (reply, from) => {
      if ('erased' in reply && reply.erased === message.id) done.add(from)
      check()
    })
    const repeat = () => {
      check()
      messages.send('erase', message)
      cancelRepeat = clock.after(repeatEveryMs, repeat)
    }
    let cancelRepeat = clock.after(repeatEveryMs, repeat)
    const cancelGivingUp = clock.after(giveUpAfterMs, () =>
      reject(new Error(`Some nodes did not confirm the erasure: ${missing().join(', ')}. Try again.`)),
    )
    check()
    await promise.finally(() => {
      cancelRepeat()
      cancelGivingUp()
      stopListening()
    })
  }
  return {
    /** @param seq at which the leader's memory was erased. @throws when a present node has not confirmed in time */
    async run(term: LeaderTerm, { documents }: PersonErasure, seq: number) {
      const message: EraseNow = {
        id: randomUUID(),
        epoch: term.epoch,
        number: term.nextErasure(),
        seq,
        documents: [...documents],
      }
      const others = othersErase(message)
      messages.send('erase', message)
      refusals.erase()
      await Promise.all([replica.erase(message), others])
    },
    stop,
  }
}

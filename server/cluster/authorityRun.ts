import type { Answer, CommandCall } from '../../shared/protocol/commandCall.ts'
import type { Authority } from '../engine/authority.ts'
import type { Published } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import type { SharedStorage } from '../engine/storage.ts'
import type { Letters } from './letters.ts'
import type { Refusals } from './refusals.ts'
import type { Replica } from './replica.ts'
import type { LiveChanges, LiveState, Point, Reply } from './wire.ts'

interface RunParts {
  readonly inner: Authority
  readonly storage: Pick<SharedStorage, 'holdsLease'>
  readonly letters: Letters
  readonly replica: Replica
  readonly refusals: Refusals
}

/** The hub that runs the rules on this node, from one load to the loss of the lease, and what it tells the others. */
export function createAuthorityRun(parts: RunParts) {
  const { inner, storage, refusals } = parts
  const { epoch } = inner
  const startSeq = inner.durableSeq()
  const over = Promise.withResolvers<string>()
  let isOver = false
  let forgets = 0

  const isHeld = () => !isOver && storage.holdsLease()
  const live = createLiveTelling(parts, isHeld)
  const { halt, orHalted } = createHalts()
  const point = (): Point => ({ seq: inner.durableSeq(), epoch, live: live.number() })
  /** The answer with what it rests on, or null when it cannot be trusted: the run is over, and another may have answered otherwise. */
  const reply = async (answering: Promise<Answer>): Promise<Reply | null> => {
    const answer = await answering
    return isHeld() && !isOfStopped(inner, answer) ? { answer, at: point() } : null
  }
  return {
    ...{ inner, epoch, startSeq, point, isHeld, reply, orHalted },
    liveState: live.state,
    isOver: () => isOver,
    /** Resolves with the reason when it is over. */
    over: over.promise,
    end(why: string) {
      if (isOver) return
      isOver = true
      live.stop()
      inner.abandon()
      over.resolve(why)
      halt(why)
    },
    forgets: () => forgets,
    /** The how manieth forgetting of this run it is. */
    nextForgetting: () => {
      forgets += 1
      return forgets
    },
    /** From a person. What says yes was written, which no other can have forestalled. */
    async dispatch(principal: Principal, call: CommandCall, address: string | null): Promise<Reply | null> {
      const answer = await inner.dispatch(principal, call, address)
      if (answer.ok) return { answer, at: point() }
      const no = await reply(Promise.resolve(answer))
      if (no) refusals.tell({ actor: principal.id, id: call.id, answer })
      return no
    },
  }
}
export type AuthorityRun = ReturnType<typeof createAuthorityRun>

/** Tells all nodes, this one among them, what live documents were changed, numbered. */
function createLiveTelling({ inner, letters, replica }: RunParts, isHeld: () => boolean) {
  const { epoch } = inner
  let number = 0
  const stop = inner.onPublish((published) => {
    const changes = published.filter(({ id }) => inner.memoryOf(id) === 'live').map(mutable)
    // Who may have lost the lease shows nothing more that another would have to know of.
    if (changes.length === 0 || !isHeld()) return
    number += 1
    const message: LiveChanges = { epoch, number, afterSeq: inner.durableSeq(), changes }
    letters.send('live', message)
    replica.takeLive(message)
  })
  return {
    stop,
    number: () => number,
    /** All of them, as they stand after what was told. */
    state: (): LiveState => ({
      ...{ epoch, number, afterSeq: inner.durableSeq() },
      documents: inner
        .liveDocuments()
        .map(({ id, version, value }) => ({ id, version, value: value as Record<string, unknown> })),
    }),
  }
}

const mutable = ({ id, version, patches }: Published) => ({ id, version, patches: [...patches] })

function createHalts() {
  const halts = new Set<(error: Error) => void>()
  return {
    halt(why: string) {
      for (const halt of halts) halt(new RunOver(why))
    },
    /** What is waited for, or RunOver when the run is over before: it may never come. */
    orHalted: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        halts.add(reject)
        work.then(resolve, reject).finally(() => halts.delete(reject))
      }),
  }
}

/** Whether what was waited for was done is not known. */
export class RunOver extends Error {}

/** What is told by a hub that has stopped is no answer: whoever takes over knows. */
const isOfStopped = (inner: Authority, answer: Answer) =>
  !answer.ok && ['unavailable', 'fateUnknown'].includes(answer.code) && inner.state().name === 'stopped'

import type { Answer, CommandCall } from '../../shared/protocol/calls.ts'
import { createHub, type HubOptions } from '../engine/createHub.ts'
import { CommandRefused, refusalOf } from '../engine/dispatch.ts'
import type { Hub, LeaderHub, Published } from '../engine/hub.ts'
import type { Client, Principal } from '../engine/principal.ts'
import type { PersonErasure, SharedStorage } from '../engine/storage.ts'
import type { LeaderClock } from './leaderClock.ts'
import { liveVersionsFrom } from './liveReplica.ts'
import type { LiveChanges, LiveState, Messages, Reply, Watermark } from './messages.ts'
import type { NodeRole, Term } from './node.ts'
import type { RecentRefusals } from './recentRefusals.ts'
import type { Replica } from './replica.ts'

interface TermDeps {
  readonly storage: Pick<SharedStorage, 'holdsLease'>
  readonly messages: Messages
  readonly replica: Pick<Replica, 'takeLive' | 'watermarks'>
  readonly refusals: Pick<RecentRefusals, 'share'>
}

/** Options of the leader's hub; the others are set by its term. */
export type LeaderHubOptions = Omit<
  HubOptions,
  'storage' | 'liveVersionsFrom' | 'knownRefusals' | 'formerAheadMs' | 'recordsRefusals' | 'onErased' | 'onCall'
>

interface TermsDeps extends TermDeps {
  readonly hubOptions: LeaderHubOptions
  readonly storage: SharedStorage
  readonly refusals: Pick<RecentRefusals, 'share' | 'kept'>
  readonly leaderClock: Pick<LeaderClock, 'aheadMs'>
  readonly publicTerm: (term: LeaderTerm) => Term
  /** Called when this node begins or ends to lead. */
  readonly onChange: () => void
}

type RoleListener = (role: NodeRole, term: Term | null) => void

/** The terms of this node, one after the other, and its role. */
export function createTerms(deps: TermsDeps) {
  const { hubOptions, storage, replica, refusals, onChange } = deps
  const { clock, onState, onFault } = hubOptions
  const erasedAt = new WeakMap<PersonErasure, number>()
  const listeners = new Set<RoleListener>()
  let latest: LeaderTerm | null = null
  let isSteppingDown = false
  /** The term that workers know. */
  let announced: Term | null = null
  let since = clock.now()

  const current = () => (latest && !latest.isOver() && !isSteppingDown ? latest : null)
  const role = (): NodeRole => (announced ? 'leader' : 'follower')

  const announce = (next: Term | null) => {
    if (next === announced) return
    announced = next
    since = clock.now()
    for (const listener of listeners) {
      try {
        listener(role(), announced)
      } catch (error) {
        onFault(`become ${role()}`, error)
      }
    }
  }
  return {
    role,
    announced: () => announced,
    since: () => since,
    onRole(listener: RoleListener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    current,
    /** The seq at which the leader's memory was erased. */
    erasedAt: (erasure: PersonErasure) => erasedAt.get(erasure),

    /** @throws StoreInUse, or why the documents cannot be loaded */
    async load(): Promise<LeaderTerm> {
      let term: LeaderTerm | null = null
      const hub = await createHub({
        ...hubOptions,
        // The storage outlives the term. An object over it, not a copy: some of its properties change.
        storage: Object.assign(Object.create(storage) as typeof storage, { close: async () => {} }),
        liveVersionsFrom,
        // Clients that missed changes get them from the node's own replica.
        changesKept: 1,
        knownRefusals: refusals.kept,
        formerAheadMs: deps.leaderClock.aheadMs(),
        recordsRefusals: true,
        onErased: (erasure, seq) => void erasedAt.set(erasure, seq),
        onState(state) {
          onState?.(state)
          if (state.name === 'stopped') term?.end(`stopped: ${state.why}`)
        },
        onFault(what, error) {
          if (!term?.isOver()) onFault(what, error)
        },
      })
      term = createLeaderTerm(hub, deps)
      return term
    },
    begin(term: LeaderTerm) {
      latest = term
      isSteppingDown = false
      onChange()
      // Workers start when this node shows everything that was decided before the term.
      void replica.watermarks.shown({ seq: term.startSeq, epoch: term.epoch, live: 0 }).then(() => {
        if (current() === term) announce(deps.publicTerm(term))
      })
    },
    end(term: LeaderTerm) {
      if (latest === term) latest = null
      announce(null)
      onChange()
    },
    /** Accepts nothing more, writes the accepted commands, and ends. */
    async stepDown() {
      const term = current()
      if (!term) return
      isSteppingDown = true
      announce(null)
      await term.inner.close()
      term.end(handedOver)
    },
  }
}

/** The hub that runs the rules on this node, for one term. */
export function createLeaderTerm(inner: LeaderHub, deps: TermDeps) {
  const { storage, refusals } = deps
  const { epoch } = inner
  const startSeq = inner.durableSeq()
  const over = Promise.withResolvers<string>()
  const pending = new Set<(error: Error) => void>()
  let isOver = false
  let erasures = 0

  const isHeld = () => !isOver && storage.holdsLease()
  const live = shareLiveChanges(inner, deps, isHeld)
  const at = (): Watermark => ({ seq: inner.durableSeq(), epoch, live: live.number() })

  /** The answer, or null when it cannot be trusted because the term is over: another leader may have answered otherwise. */
  const reply = async (answering: Promise<Answer>): Promise<Reply | null> => {
    const answer = await answering
    return isHeld() && !isOfStoppedHub(inner, answer) ? { answer, at: at() } : null
  }
  return {
    inner,
    epoch,
    startSeq,
    at,
    isHeld,
    reply,
    /** Settles as the work does, or rejects with TermOver when the term ends first: the work may never settle. */
    orTermOver: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        pending.add(reject)
        work.then(resolve, reject).finally(() => pending.delete(reject))
      }),
    liveState: live.state,
    isOver: () => isOver,
    /** Resolves with the reason when the term ends. */
    over: over.promise,
    end(why: string) {
      if (isOver) return
      isOver = true
      live.stop()
      inner.abandon()
      over.resolve(why)
      for (const reject of pending) reject(new TermOver(why))
    },
    erasures: () => erasures,
    /** @returns the number of the erasure that begins, counted from 1 */
    nextErasure: () => {
      erasures += 1
      return erasures
    },
    /** A user's command. A success was written to the journal, so it holds even if the term is over. */
    async dispatch(principal: Principal, call: CommandCall, from: Client): Promise<Reply | null> {
      const answer = await inner.dispatch(principal, call, from)
      if (answer.ok) return { answer, at: at() }
      const refused = await reply(Promise.resolve(answer))
      if (refused) refusals.share({ actor: principal.id, id: call.id, answer })
      return refused
    },
  }
}
export type LeaderTerm = ReturnType<typeof createLeaderTerm>

/** Sends numbered changes of live documents to all nodes, including this one. */
function shareLiveChanges(inner: LeaderHub, { messages, replica }: TermDeps, isHeld: () => boolean) {
  const { epoch } = inner
  let number = 0
  const stop = inner.onPublish((published) => {
    const changes = published.filter(({ id }) => inner.memoryOf(id) === 'live').map(mutable)
    // A leader that may have lost its lease must not show what another leader does not know.
    if (changes.length === 0 || !isHeld()) return
    number += 1
    const message: LiveChanges = { epoch, number, afterSeq: inner.durableSeq(), changes }
    messages.send('live', message)
    replica.takeLive(message)
  })
  return {
    stop,
    number: () => number,
    /** All live documents after the changes that were sent. */
    state: (): LiveState => ({
      epoch,
      number,
      afterSeq: inner.durableSeq(),
      documents: inner
        .liveDocuments()
        .map(({ id, version, value }) => ({ id, version, value: value as Record<string, unknown> })),
    }),
  }
}

const mutable = ({ id, version, patches }: Published) => ({ id, version, patches: [...patches] })

/** Why a term ended that this node gave up in order. */
export const handedOver = 'handed over'

/** Whether the work was done is not known. */
export class TermOver extends Error {}

/** A hub that has stopped does not know the answer: the next leader does. */
const isOfStoppedHub = (inner: LeaderHub, answer: Answer) =>
  !answer.ok && ['unavailable', 'fateUnknown'].includes(answer.code) && inner.state().name === 'stopped'

/** The term as workers get it: a command is done within it, or refused with a code that says that it may have been done. */
export function publicTerm(hub: Hub, term: LeaderTerm, shown: (watermark: Watermark) => Promise<void>): Term {
  const refuse = (name: string, code: 'unavailable' | 'fateUnknown'): never => {
    const refusal = refusalOf(code)
    throw new CommandRefused(name, code, refusal.ok ? code : refusal.message)
  }
  const execute: Hub['execute'] = async (actor, name, input) => {
    if (!term.isHeld()) return refuse(name, 'unavailable')
    try {
      const output = await term.orTermOver(term.inner.execute(actor, name, input))
      await shown(term.at())
      return output
    } catch (error) {
      if (error instanceof TermOver) return refuse(name, 'fateUnknown')
      throw error
    }
  }
  return {
    epoch: term.epoch,
    isHeld: term.isHeld,
    hub: { ...hub, epoch: term.epoch, execute, accepted: term.inner.accepted },
  }
}

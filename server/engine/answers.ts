import { type CommandId, madeAt } from '../../shared/engine/ids.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { createAgingMap } from './agingMap.ts'
import type { Clock } from './clock.ts'
import type { KeptAnswer, Storage } from './storage.ts'

/** How old a command id may be, and so how long its answer must be kept. */
const idLifeMs = 3_600_000
/** How far the clock that made a command id may be ahead of the hub's. */
const idLeadMs = 300_000
/** A journal entry whose command id may still be repeated was written no longer ago than this. */
export const answerWindowMs = idLifeMs + idLeadMs
/** Between nodes: the clocks of the one that wrote it and the one that reads it may each be wrong by an hour. */
export const clusterAnswerWindowMs = answerWindowMs + 2 * 3_600_000

/** Bounds of what is kept in memory of answers that the store has too. */
export interface AnswerLimits {
  readonly answers: number
  /** Of their outputs as JSON. */
  readonly characters: number
  /** Answers that the store does not have: when there are this many, refusals are written to the journal like results. */
  readonly unstored: number
}
export const answerLimits: AnswerLimits = { answers: 20_000, characters: 4_000_000, unstored: 20_000 }

/** A command as its user named it. */
export interface NamedCall {
  readonly id: CommandId
  /** See `contentsOf`; null where it is not known. */
  readonly contents: string | null
}

/**
 * Answers to command ids that may still be repeated. An id belongs to the actor who made it. With other contents than the first time it
 * is refused.
 */
export interface Answers {
  isFresh(id: CommandId, now: number): boolean
  /** Whether the id may still be repeated by a clock that is wrong by an hour. */
  isPlausible(id: CommandId, now: number): boolean
  /** The answer in memory. @param oldest epoch ms: an id that was too old to be repeated then has none any more */
  find(actor: string | null, call: NamedCall, oldest: number): Promise<Answer> | undefined
  /**
   * The answer that only the store has, null where it has none; undefined where neither this id nor an earlier one of the actor needs a
   * look there. The looks of one actor resolve in the order of the calls, and `find` must be called again after each.
   */
  lookUp(actor: string | null, call: NamedCall, oldest: number): Promise<Answer | null> | undefined
  keep(actor: string | null, call: NamedCall, answer: Promise<Answer>, oldest: number): void
  /** The store has this refusal. Called before it is given. The store has all results. */
  noteStored(answer: Answer): void
  /** Whether memory has no room for one more answer that the store does not have. */
  isFull(): boolean
  /** Removes the answers of one actor. */
  erase(actor: string): void
}

/** A refusal that no journal keeps. */
export interface KeptRefusal {
  readonly actor: string | null
  readonly id: CommandId
  readonly answer: Answer
}

interface AnswersDeps {
  readonly storage: Pick<Storage, 'findAnswer'>
  /** The latest time at which a command id in the store says that it was made. */
  readonly newestIdAt: number
  readonly refused?: readonly KeptRefusal[] | undefined
  readonly limits?: AnswerLimits | undefined
}

/**
 * Answers that are not in the store yet, or never will be, are all kept; of the others the most recent. An id says when it was made:
 * all answers to ids that were made after `knownAfter` are in memory, whatever the clock that made them showed, so that a new id needs
 * no look into the store.
 */
export function createAnswers({ storage, newestIdAt, refused = [], limits = answerLimits }: AnswersDeps): Answers {
  const pending = new Map<string, Kept<Promise<Answer>>>()
  const unstored = new Map<string, Kept<Answer>>()
  const stored = createRecent(limits)
  const isStored = new WeakSet<Answer>()
  let knownAfter = newestIdAt
  for (const { actor, id, answer } of refused) unstored.set(keyOf(actor, id), { answer, contents: null })
  const inOrder = createLookUps(storage)

  const settle = (key: string, kept: Kept<Answer>) => {
    if (!kept.answer.ok && !isStored.has(kept.answer)) {
      unstored.set(key, kept)
      if (unstored.size > limits.unstored) unstored.delete(unstored.keys().next().value ?? '')
      return
    }
    stored.add(key, kept)
    knownAfter = Math.max(knownAfter, stored.dropExcess())
  }
  /** Oldest first: stops at the first id that may still be repeated. A few are kept longer than needed. */
  const dropOld = (oldest: number) => {
    for (const key of unstored.keys()) {
      if (mayBeRepeated(key.slice(0, 36) as CommandId, oldest)) return
      unstored.delete(key)
    }
  }
  return {
    isFresh(id, now) {
      const at = madeAt(id)
      return at >= now - idLifeMs && at <= now + idLeadMs
    },
    isPlausible: (id, now) => Math.abs(madeAt(id) - now) <= answerWindowMs,
    find(actor, { id, contents }, oldest) {
      if (!mayBeRepeated(id, oldest)) return undefined
      const key = keyOf(actor, id)
      const kept = unstored.get(key) ?? stored.get(key) ?? pending.get(key)
      return kept && Promise.resolve(isOther(kept.contents, contents) ? otherContents() : kept.answer)
    },
    lookUp: (actor, call, oldest) =>
      inOrder(actor ?? '', actor ?? '', call, madeAt(call.id) <= knownAfter && mayBeRepeated(call.id, oldest)),
    keep(actor, { id, contents }, answer, oldest) {
      dropOld(oldest)
      const key = keyOf(actor, id)
      const kept = { answer, contents }
      pending.set(key, kept)
      void answer.then((settled) => {
        if (pending.get(key) !== kept) return
        pending.delete(key)
        settle(key, { answer: settled, contents })
      })
    },
    noteStored: (answer) => void isStored.add(answer),
    isFull: () => unstored.size >= limits.unstored,
    erase(actor) {
      for (const keys of [pending, unstored])
        for (const key of keys.keys()) if (key.slice(37) === actor) keys.delete(key)
      stored.erase(actor)
    },
  }
}

/** An answer, or one that will be, and what was asked for. */
interface Kept<Given> {
  readonly answer: Given
  readonly contents: string | null
}

const isOther = (kept: string | null, asked: string | null) => kept !== null && asked !== null && kept !== asked
const otherContents = (): Answer => ({ ok: false, code: 'otherContents', message: engineRefusals.otherContents })

const mayBeRepeated = (id: CommandId, oldest: number) => madeAt(id) >= oldest - answerWindowMs

const keyOf = (actor: string | null, id: string) => `${id} ${actor ?? ''}`
const idTimeOf = (key: string) => madeAt(key.slice(0, 36) as CommandId)

/** Ids that were made within this are dropped together. Of a busy hub, too, such a span holds few of all answers that are kept. */
const spanMs = 100

interface Span {
  readonly answers: Map<string, Kept<Answer> & { readonly size: number }>
  characters: number
}

/**
 * Answers by the time at which their ids were made. Those to the oldest ids are dropped first, not those that were given first: all that
 * are younger than a dropped one are then still here.
 */
function createRecent(limits: AnswerLimits) {
  const spans = new Map<number, Span>()
  let [count, characters] = [0, 0]
  /** No span is older. */
  let first = Number.POSITIVE_INFINITY
  const spanAt = (key: string) => Math.floor(idTimeOf(key) / spanMs)
  const remove = (key: string) => {
    const span = spans.get(spanAt(key))
    const found = span?.answers.get(key)
    if (!span || !found) return
    span.answers.delete(key)
    span.characters -= found.size
    count -= 1
    characters -= found.size
    if (span.answers.size === 0) spans.delete(spanAt(key))
  }
  const dropSpan = (at: number) => {
    const span = spans.get(at)
    count -= span?.answers.size ?? 0
    characters -= span?.characters ?? 0
    spans.delete(at)
  }
  /** Mostly a few steps on. After a gap, as where the machine's clock was set, all spans are looked at instead of the steps of the gap. */
  const oldest = () => {
    for (let steps = 0; steps < spans.size; steps += 1) if (spans.has(first + steps)) return first + steps
    return Math.min(...spans.keys())
  }
  return {
    get: (key: string): Kept<Answer> | undefined => spans.get(spanAt(key))?.answers.get(key),
    add(key: string, { answer, contents }: Kept<Answer>) {
      remove(key)
      const at = spanAt(key)
      const span: Span = spans.get(at) ?? { answers: new Map(), characters: 0 }
      spans.set(at, span)
      first = Math.min(first, at)
      const size = JSON.stringify(answer)?.length ?? 0
      span.answers.set(key, { answer, contents, size })
      span.characters += size
      count += 1
      characters += size
    },
    /** @returns the time before which an id may have been dropped */
    dropExcess(): number {
      let droppedUpTo = 0
      while (count > limits.answers || characters > limits.characters) {
        first = oldest()
        dropSpan(first)
        droppedUpTo = (first + 1) * spanMs
      }
      return droppedUpTo
    },
    erase(actor: string) {
      for (const { answers } of [...spans.values()])
        for (const key of [...answers.keys()]) if (key.slice(37) === actor) remove(key)
    },
  }
}

/**
 * Looks into the store. The looks of one queue resolve in the order of the calls, including those that need none: commands of one user are
 * carried out in their order.
 */
function createLookUps(storage: Pick<Storage, 'findAnswer'>) {
  const last = new Map<string, Promise<unknown>>()
  return (
    queue: string,
    actor: string,
    { id, contents }: { readonly id: string; readonly contents: string | null },
    isNeeded: boolean,
  ): Promise<Answer | null> | undefined => {
    const before = last.get(queue)
    if (!before && !isNeeded) return undefined
    const found = isNeeded ? storage.findAnswer(actor, id) : null
    const look = Promise.allSettled([found, before]).then(async () => {
      const kept = await found
      if (!kept) return null
      return isOther(kept.contents ?? null, contents) ? otherContents() : answerOf(kept)
    })
    last.set(queue, look)
    const forget = () => {
      if (last.get(queue) === look) last.delete(queue)
    }
    look.then(forget, forget)
    return look
  }
}

/** No user's command can have an id that begins so. @param epoch of the leader that its node knows */
export const newHubCommandId = (epoch: number, unique: string) => `hub ${epoch} ${unique}`
const epochOf = (hubCommandId: string) => Number(hubCommandId.split(' ')[1])

const answerOf = ({ output, seq, refused }: KeptAnswer): Answer =>
  refused ? { ok: false, ...refused } : { ok: true, output, seq }

/** A node stops repeating a command long before that. */
const keptForMs = 60_000

/**
 * Answers to commands of the hub that another node sent and may send again: kept for one to two minutes, since they may name
 * users who are erased then. What an earlier leader answered is looked up in the store: only to it can an id of its epoch have been sent.
 */
export function createHubAnswers(storage: Pick<Storage, 'findAnswer'>, clock: Pick<Clock, 'after'>, ownEpoch: number) {
  const inOrder = createLookUps(storage)
  const answers = createAgingMap<Promise<Answer>>(clock, keptForMs)
  return {
    find: answers.get,
    /** As `Answers.lookUp`, with all in one order. */
    lookUp: (actor: string, id: string) => inOrder('', actor, { id, contents: null }, epochOf(id) < ownEpoch),
    keep: answers.set,
    count: answers.size,
    stop: answers.stop,
  }
}
export type HubAnswers = ReturnType<typeof createHubAnswers>

import { type CommandId, madeAt } from '../../shared/engine/ids.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import type { Clock } from './clock.ts'
import type { Entry } from './entry.ts'
import type { KeptAnswer } from './storage.ts'

/** How old a command id may be, and so how long its answer must be kept. */
const idLifeMs = 3_600_000
/** How far the clock that made a command id may be ahead of the hub's. */
const idLeadMs = 300_000
/** A journal entry whose command id may still be repeated was written no longer ago than this. */
export const answerWindowMs = idLifeMs + idLeadMs
/** Between nodes: the clocks of the one that wrote it and the one that reads it may each be wrong by an hour. */
export const clusterAnswerWindowMs = answerWindowMs + 2 * 3_600_000

/** The answer to its command id that an entry keeps; none for an entry without one. */
export const keptAnswerOf = ({ seq, at, actor, commandId, output, refused }: Entry): readonly KeptAnswer[] =>
  commandId === null ? [] : [{ seq, at, actor, commandId, output: output ?? null, ...(refused && { refused }) }]

/** Answers to command ids that may still be repeated. An id belongs to the actor who made it. */
export interface Answers {
  isFresh(id: CommandId, now: number): boolean
  /** Whether the id may still be repeated by a clock that is wrong by an hour. */
  isPlausible(id: CommandId, now: number): boolean
  find(actor: string | null, id: CommandId): Promise<Answer> | undefined
  keep(actor: string | null, id: CommandId, answer: Promise<Answer>, now: number): void
  /** Removes the answers of one actor. */
  erase(actor: string): void
}

/** A refusal that no journal keeps. */
export interface KeptRefusal {
  readonly actor: string | null
  readonly id: CommandId
  readonly answer: Answer
}

export function createAnswers(kept: readonly KeptAnswer[], refused: readonly KeptRefusal[] = []): Answers {
  const byKey = new Map<string, Promise<Answer>>()
  for (const { actor, id, answer } of refused) byKey.set(keyOf(actor, id), Promise.resolve(answer))
  for (const one of kept.filter(({ commandId }) => !isHubCommandId(commandId)))
    byKey.set(keyOf(one.actor, one.commandId), Promise.resolve(answerOf(one)))

  /** Oldest first: stops at the first id that may still be repeated. A few are kept longer than needed. */
  const dropOld = (now: number) => {
    for (const key of byKey.keys()) {
      if (madeAt(key.slice(0, 36) as CommandId) >= now - answerWindowMs) return
      byKey.delete(key)
    }
  }
  return {
    isFresh: (id, now) => madeAt(id) >= now - idLifeMs && madeAt(id) <= now + idLeadMs,
    isPlausible: (id, now) => Math.abs(madeAt(id) - now) <= answerWindowMs,
    find: (actor, id) => byKey.get(keyOf(actor, id)),
    erase(actor) {
      for (const key of byKey.keys()) if (key.slice(37) === actor) byKey.delete(key)
    },
    keep(actor, id, answer, now) {
      dropOld(now)
      byKey.set(keyOf(actor, id), answer)
    },
  }
}

const keyOf = (actor: string | null, id: string) => `${id} ${actor ?? ''}`

/** No user's command can have an id that begins so. */
const hubPrefix = 'hub '
export const newHubCommandId = (unique: string) => `${hubPrefix}${unique}`
const isHubCommandId = (id: string) => id.startsWith(hubPrefix)

const answerOf = ({ output, seq, refused }: KeptAnswer): Answer =>
  refused ? { ok: false, ...refused } : { ok: true, output, seq }

/** A node stops repeating a command long before that. Measured by timers, not by the time of day, which may jump. */
const keptForMs = 60_000

/**
 * Answers to commands of the hub that another node sent and may send again: kept for one to two minutes, since they may name
 * users who are erased then.
 */
export function createHubAnswers(kept: readonly KeptAnswer[], clock: Pick<Clock, 'after'>) {
  const ofHub = kept.filter(({ commandId }) => isHubCommandId(commandId))
  let recent = new Map(ofHub.map((one) => [one.commandId, Promise.resolve(answerOf(one))]))
  let older: typeof recent = new Map()
  let cancel: (() => void) | null = null

  const age = () => {
    cancel = null
    older = recent
    recent = new Map()
    wait()
  }
  const wait = () => {
    if (recent.size + older.size > 0) cancel ??= clock.after(keptForMs, age)
  }
  wait()
  return {
    find: (id: string) => recent.get(id) ?? older.get(id),
    keep(id: string, answer: Promise<Answer>) {
      recent.set(id, answer)
      wait()
    },
    count: () => recent.size + older.size,
    stop: () => cancel?.(),
  }
}
export type HubAnswers = ReturnType<typeof createHubAnswers>

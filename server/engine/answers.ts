import { type CommandId, madeAt } from '../../shared/engine/ids.ts'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import { answerKept, isOrderId } from './orderAnswers.ts'
import type { KeptAnswer } from './storage.ts'

/** How old a command id may be, and so how long its answer must be remembered. */
export const idLifeMs = 3_600_000
/** How far ahead of ours the clock may be that a command id was made with. */
export const idLeadMs = 300_000
/** An entry of the journal with an id that is still good was written no longer ago than this. */
export const answersReachBackMs = idLifeMs + idLeadMs
/** Of nodes: whoever wrote it and whoever reads it may have clocks that are an hour wrong, each to its side. */
export const nodesReachBackMs = answersReachBackMs + 2 * 3_600_000

/** What was answered to each command id that may still be repeated. An id belongs to the person who made it. */
export interface Answers {
  isFresh(id: CommandId, now: number): boolean
  /** Whether one that was made just now might be taken for this by a clock that is wrong by an hour. */
  isNear(id: CommandId, now: number): boolean
  find(actor: string | null, id: CommandId): Promise<Answer> | undefined
  keep(actor: string | null, id: CommandId, answer: Promise<Answer>, now: number): void
  /** What was answered to one person. */
  forget(actor: string): void
}

/** What a command was refused with that no journal keeps. */
export interface KeptRefusal {
  readonly actor: string | null
  readonly id: CommandId
  readonly answer: Answer
}

export function createAnswers(kept: readonly KeptAnswer[], refused: readonly KeptRefusal[] = []): Answers {
  const byId = new Map<string, Promise<Answer>>()
  for (const { actor, id, answer } of refused) byId.set(nameOf(actor, id), Promise.resolve(answer))
  for (const one of kept.filter(({ commandId }) => !isOrderId(commandId)))
    byId.set(nameOf(one.actor, one.commandId), Promise.resolve(answerKept(one)))

  /** Oldest first: stops at the first id that may still be repeated. A few are kept longer than they must be. */
  const forgetOld = (now: number) => {
    for (const name of byId.keys()) {
      if (madeAt(name.slice(0, 36) as CommandId) >= now - answersReachBackMs) return
      byId.delete(name)
    }
  }
  return {
    isFresh: (id, now) => madeAt(id) >= now - idLifeMs && madeAt(id) <= now + idLeadMs,
    isNear: (id, now) => Math.abs(madeAt(id) - now) <= answersReachBackMs,
    find: (actor, id) => byId.get(nameOf(actor, id)),
    forget(actor) {
      for (const name of byId.keys()) if (name.slice(37) === actor) byId.delete(name)
    },
    keep(actor, id, answer, now) {
      forgetOld(now)
      byId.set(nameOf(actor, id), answer)
    },
  }
}

const nameOf = (actor: string | null, id: string) => `${id} ${actor ?? ''}`

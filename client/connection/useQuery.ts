import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Query, QueryRefusalOf } from '../../shared/engine/query.ts'
import type { EngineRefusal } from '../../shared/engine/refusals.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { useConnection } from './ConnectionProvider.tsx'
import { accessAtom, connectionAtom } from './connectionState.ts'
import type { ConnectionRefusal } from './inFlight.ts'
import type { Refusal } from './useCommand.ts'

/** A refusal of the query itself, of the engine, or of the connection of this page. */
export interface QueryRefusal<Q extends Query> extends Refusal {
  readonly code: QueryRefusalOf<Q> | EngineRefusal | ConnectionRefusal
}

export interface QueryUse<Q extends Query> {
  readonly state: 'loading' | 'here' | 'refused'
  /**
   * The last good answer to the present principal. It stays while the next answer is in flight (`loading`), so that a table does
   * not flicker between pages, and while the hub cannot answer the same question again. Null after a refusal: data that may no
   * longer be read disappears, and the answer to one question is not shown for another.
   */
  readonly value: z.output<Q['output']> | null
  /** Server epoch ms of that answer. */
  readonly at: number | null
  /** Why the last query was refused, by code and message; null after an answer. */
  readonly refusal: QueryRefusal<Q> | null
  /** Asks again. */
  reload(): void
}

/**
 * Asks when mounted, when the input, the principal or the permissions change, when the connection is back, and on `reload`.
 * @param input null while there is nothing to ask: the state is then loading, without a value
 */
export function useQuery<Q extends Query>(query: Q, input: z.input<Q['input']> | null): QueryUse<Q> {
  const connection = useConnection()
  const isLive = useAtomValue(connectionAtom).name === 'live'
  const { principal, may } = useAtomValue(accessAtom)
  const askedBy = principal?.id ?? null
  const [last, setLast] = useState(noAnswer)
  const held = last.askedBy === askedBy ? last : noAnswer
  const latest = useRef(0)
  const askedFor = input === null ? null : JSON.stringify(input)

  const reload = useCallback(async () => {
    if (askedFor === null) return
    latest.current += 1
    const mine = latest.current
    const answer = await connection.query(query.name, JSON.parse(askedFor))
    if (mine !== latest.current) return
    setLast((before) => afterAnswer(before, { askedBy, askedFor, answer, at: connection.serverNow() }))
  }, [connection, query, askedFor, askedBy])

  // biome-ignore lint/correctness/useExhaustiveDependencies: other permissions give another answer
  useEffect(() => {
    if (isLive) void reload()
  }, [reload, isLive, may])

  if (askedFor === null) return { state: 'loading', value: null, at: null, refusal: null, reload }
  const state = held.askedFor !== askedFor ? 'loading' : held.refusal ? 'refused' : 'here'
  // The hub has parsed the output with the query's own schema, and refuses only with codes of its tables.
  const value = held.value as z.output<Q['output']> | null
  return { state, value, at: held.at, refusal: held.refusal as QueryRefusal<Q> | null, reload }
}

/** The answers to its query that a screen holds. */
interface HeldAnswer {
  /** The account that asked, null for a guest. */
  readonly askedBy: string | null
  /** The input that was answered last, as JSON; null before the first answer. */
  readonly askedFor: string | null
  readonly refusal: Refusal | null
  readonly value: unknown
  /** Server epoch ms of the value. */
  readonly at: number | null
}

export const noAnswer: HeldAnswer = { askedBy: null, askedFor: null, refusal: null, value: null, at: null }

/** These codes mean that there is no answer at present. They say nothing about whether the principal may have it. */
const isTemporary = (code: string) => temporaryCodes.has(code)
const temporaryCodes: ReadonlySet<string> = new Set([
  'offline',
  'unanswered',
  'unreadable',
  'tooFast',
  'failed',
  'unavailable',
  'fateUnknown',
  'storageFull',
])

interface NewAnswer {
  readonly askedBy: string | null
  readonly askedFor: string
  readonly answer: Answer
  /** Server epoch ms. */
  readonly at: number
}

/** The held answer after a new one. A refused value is dropped, and so is one that another principal or another input asked for. */
export function afterAnswer(before: HeldAnswer, { askedBy, askedFor, answer, at }: NewAnswer): HeldAnswer {
  if (answer.ok) return { askedBy, askedFor, refusal: null, value: answer.output, at }
  const isSame = before.askedBy === askedBy && before.askedFor === askedFor
  const kept = isSame && isTemporary(answer.code) ? before : noAnswer
  return { ...kept, askedBy, askedFor, refusal: answer }
}

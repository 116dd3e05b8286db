import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Query } from '../../shared/engine/query.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { useConnection } from './ConnectionProvider.tsx'
import { connectionAtom } from './connectionState.ts'
import { meAtom } from './handshake.ts'
import type { Refusal } from './useCommand.ts'

interface QueryUse<Q extends Query> {
  readonly state: 'loading' | 'here' | 'refused'
  /**
   * The last good answer to whoever asks, kept while the next is on its way (`loading`), so that a table does not blink
   * between pages, and while the hub cannot answer. Null from when it was refused: what may no longer be seen goes.
   */
  readonly value: z.output<Q['output']> | null
  /** Server epoch ms of that answer. */
  readonly at: number | null
  readonly refusal: Refusal | null
  /** Ask again. */
  reload(): void
}

/** Asks when mounted, when the input, whoever asks or what they may changes, when the connection comes back, and on `reload`. */
export function useQuery<Q extends Query>(query: Q, input: z.input<Q['input']>): QueryUse<Q> {
  const connection = useConnection()
  const isLive = useAtomValue(connectionAtom).name === 'live'
  const { you, may } = useAtomValue(meAtom)
  const asker = you?.id ?? null
  const [held, setAsked] = useState(nothingAsked)
  const asked = held.asker === asker ? held : nothingAsked
  const latest = useRef(0)
  const question = JSON.stringify(input)

  const reload = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    const answer = await connection.query(query.name, JSON.parse(question))
    if (mine !== latest.current) return
    setAsked((before) => answered(before, { asker, question, answer, at: connection.serverNow() }))
  }, [connection, query, question, asker])

  // biome-ignore lint/correctness/useExhaustiveDependencies: who may do more or less is answered otherwise
  useEffect(() => {
    if (isLive) void reload()
  }, [reload, isLive, may])

  const state = asked.question !== question ? 'loading' : asked.refusal ? 'refused' : 'here'
  return { state, value: asked.value as z.output<Q['output']> | null, at: asked.at, refusal: asked.refusal, reload }
}

/** What a question was answered, as a screen holds it. */
interface Asked {
  /** The account that asked, null for a guest. */
  readonly asker: string | null
  /** The question that was answered last, or null before the first answer. */
  readonly question: string | null
  readonly refusal: Refusal | null
  readonly value: unknown
  /** Server epoch ms of the value. */
  readonly at: number | null
}

export const nothingAsked: Asked = { asker: null, question: null, refusal: null, value: null, at: null }

interface Answered extends Pick<Asked, 'asker'> {
  readonly question: string
  readonly answer: Answer
  /** Server epoch ms. */
  readonly at: number
}

/** These say that there is no answer for now, and nothing of whether one may have it. */
const noJudgement: ReadonlySet<string> = new Set([
  ...['offline', 'unanswered', 'unreadable'],
  ...['tooFast', 'failed', 'unavailable', 'fateUnknown', 'storageFull'],
])

/** What is held after an answer. A value that was refused goes, and so does one that somebody else asked for. */
export function answered(before: Asked, { asker, question, answer, at }: Answered): Asked {
  if (answer.ok) return { asker, question, refusal: null, value: answer.output, at }
  const kept = before.asker === asker && noJudgement.has(answer.code) ? before : nothingAsked
  return { ...kept, asker, question, refusal: answer }
}

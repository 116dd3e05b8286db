import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Query } from '../../shared/engine/query.ts'
import { useConnection } from './ConnectionProvider.tsx'
import { connectionAtom } from './connectionAtom.ts'
import type { Refusal } from './useCommand.ts'

export interface QueryUse<Q extends Query> {
  readonly state: 'loading' | 'here' | 'refused'
  /** The last good answer, kept while the next is on its way (`loading`), so that a table does not blink between pages. */
  readonly value: z.output<Q['output']> | null
  /** Server epoch ms of that answer. */
  readonly at: number | null
  readonly refusal: Refusal | null
  /** Ask again. */
  reload(): void
}

interface Asked {
  /** The question that was answered last, or null before the first answer. */
  readonly question: string | null
  readonly refusal: Refusal | null
  readonly value: unknown
  readonly at: number | null
}

const nothing: Asked = { question: null, refusal: null, value: null, at: null }

/** Asks when mounted, when the input changes, when the connection comes back, and on `reload`. */
export function useQuery<Q extends Query>(query: Q, input: z.input<Q['input']>): QueryUse<Q> {
  const connection = useConnection()
  const isLive = useAtomValue(connectionAtom).name === 'live'
  const [asked, setAsked] = useState(nothing)
  const latest = useRef(0)
  const question = JSON.stringify(input)

  const reload = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    const answer = await connection.query(query.name, JSON.parse(question))
    if (mine !== latest.current) return
    const at = connection.serverNow()
    if (answer.ok) setAsked({ question, refusal: null, value: answer.output, at })
    else setAsked((before) => ({ ...before, question, refusal: answer }))
  }, [connection, query, question])

  useEffect(() => {
    if (isLive) void reload()
  }, [reload, isLive])

  const state = asked.question !== question ? 'loading' : asked.refusal ? 'refused' : 'here'
  return { state, value: asked.value as z.output<Q['output']> | null, at: asked.at, refusal: asked.refusal, reload }
}

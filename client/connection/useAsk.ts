import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Query } from '../../shared/engine/query.ts'
import { useConnection } from './ConnectionProvider.tsx'
import type { Refusal } from './useCommand.ts'

type Asked<Q extends Query> = { readonly ok: true; readonly output: z.output<Q['output']> } | Refusal

/**
 * A query that is asked by a press, for the filter and the selection of that moment: once one of them changes, or the asking part is gone,
 * a late answer is dropped. It would replace what the user has chosen since.
 */
export function useAsk<Q extends Query>(query: Q, filter: object, chosen: unknown) {
  const connection = useConnection()
  const [isAsking, setAsking] = useState(false)
  const latest = useRef(0)
  const asked = JSON.stringify(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of either ends the question
  useEffect(
    () => () => {
      latest.current += 1
      setAsking(false)
    },
    [asked, chosen],
  )
  /** Null for an answer that came too late. */
  const ask = useCallback(
    async (input: z.input<Q['input']>): Promise<Asked<Q> | null> => {
      latest.current += 1
      const mine = latest.current
      setAsking(true)
      const answer = await connection.query(query.name, input)
      if (mine !== latest.current) return null
      setAsking(false)
      return answer.ok ? { ok: true, output: query.output.parse(answer.output) as z.output<Q['output']> } : answer
    },
    [connection, query],
  )
  return { ask, isAsking }
}

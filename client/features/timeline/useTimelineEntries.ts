import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { searchTimeline, type TimelineEntry } from '../../../shared/features/timeline/queries.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { connectionAtom } from '../../connection/connectionState.ts'

/** Entries that are loaded at once; more are asked for by a button. */
const mostAtOnce = 1_000
const perPage = 200
/** Changes of a filter that is still being set ask once. */
const pauseMs = 250

type Asked = Omit<z.input<typeof searchTimeline.input>, 'before' | 'limit'>

interface Loaded {
  /** Of the question, as JSON. */
  readonly asked: string
  /** Oldest first, by the time at which they happened. */
  readonly entries: readonly TimelineEntry[]
  /** For the next page; null at the end. */
  readonly next: string | null
  readonly problem: string | null
  readonly isLoading: boolean
}
const nothing: Loaded = { asked: '', entries: [], next: null, problem: null, isLoading: true }

/** All entries of a time, page by page: as many as are loaded at once, and more on demand. */
export function useTimelineEntries(question: Asked) {
  const connection = useConnection()
  const isLive = useAtomValue(connectionAtom).name === 'live'
  const asked = JSON.stringify(question)
  const [loaded, setLoaded] = useState<Loaded>(nothing)
  const run = useRef(0)

  const load = useCallback(
    async (held: Loaded) => {
      run.current += 1
      const mine = run.current
      const found = new Map(held.entries.map((entry) => [entry.key, entry]))
      const show = (rest: Pick<Loaded, 'next' | 'problem' | 'isLoading'>) => {
        if (mine === run.current) setLoaded({ asked: held.asked, entries: inOrder(found.values()), ...rest })
      }
      let { next } = held
      const goal = found.size + mostAtOnce
      do {
        const input = { ...(JSON.parse(held.asked) as Asked), before: next, limit: perPage }
        const answer = await connection.query(searchTimeline.name, input)
        if (mine !== run.current) return
        if (!answer.ok) return show({ next, problem: answer.message, isLoading: false })
        const page = searchTimeline.output.parse(answer.output)
        for (const entry of page.entries) found.set(entry.key, entry)
        next = page.next
        show({ next, problem: null, isLoading: next !== null && found.size < goal })
      } while (next !== null && found.size < goal)
    },
    [connection],
  )
  const reload = useCallback(() => void load({ ...nothing, asked }), [load, asked])

  useEffect(() => {
    if (!isLive) return
    const timer = setTimeout(reload, pauseMs)
    return () => clearTimeout(timer)
  }, [reload, isLive])
  const isOld = loaded.asked !== asked
  return {
    ...loaded,
    isLoading: loaded.isLoading || isOld,
    /** Whether what is shown is still of the question before. */
    isOld,
    reload,
    loadMore() {
      if (!isOld) void load(loaded)
    },
  }
}

const inOrder = (entries: Iterable<TimelineEntry>) =>
  [...entries].sort((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1))

import { useEffect, useRef } from 'react'

/**
 * Asks a query again a while after a document has changed, and after it first came: the hub may have answered before. Changes come in
 * bursts, so it asks at most once in `everyMs`, and while they go on too.
 * @param mark differs after each change; null while it is not known
 */
export function useFollow(mark: unknown, reload: () => void, everyMs: number) {
  const ask = useRef(reload)
  ask.current = reload
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    if (mark === null || waiting.current !== null) return
    waiting.current = setTimeout(() => {
      waiting.current = null
      ask.current()
    }, everyMs)
  }, [mark, everyMs])
  useEffect(
    () => () => {
      if (waiting.current !== null) clearTimeout(waiting.current)
      waiting.current = null
    },
    [],
  )
}

/**
 * Asks a query again at once when the mark changes. Also asks again when the mark becomes known after the query was sent: the answer may be
 * older than the mark.
 * @param mark null while it is not known
 */
export function useReloadAfter(mark: string | null, reload: () => void) {
  const last = useRef(mark)
  useEffect(() => {
    if (mark === null || last.current === mark) return
    last.current = mark
    reload()
  }, [mark, reload])
}

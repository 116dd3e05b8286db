import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import type { ReplayClock } from './replayClock.ts'

/** Browsers refuse an address that is written more often than a few times a second. */
const everyMs = 1_000

/** The query of an address that opens the same moment, with whatever else it holds. */
export const withMoment = (query: URLSearchParams, at: number) => {
  const next = new URLSearchParams(query)
  next.set('at', String(Math.round(at)))
  return next
}

/**
 * Keeps the moment in the page's address. Writes no history: going back leaves the page. While the next page is being
 * fetched this one still runs, unseen: the address is the next one's by then, and is left alone.
 */
export function useMomentInAddress(clock: ReplayClock) {
  const [, setQuery] = useSearchParams()
  useEffect(() => {
    const home = location.pathname
    const write = () => {
      if (location.pathname !== home) return
      const at = String(Math.round(clock.at()))
      if (new URLSearchParams(location.search).get('at') !== at)
        setQuery((query) => withMoment(query, clock.at()), { replace: true })
    }
    const timer = setInterval(write, everyMs)
    return () => clearInterval(timer)
  }, [clock, setQuery])
}

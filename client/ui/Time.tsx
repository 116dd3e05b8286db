import { useEffect, useState } from 'react'
import { useConnection } from '../connection/ConnectionProvider.tsx'
import { agoOf, lengthOf } from './durations.ts'

const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' })
const shortly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const toTheSecond = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const tickMs = 20_000

interface AgoProps {
  /** Epoch ms. */
  readonly at: number
  /** The precision of `at` in ms: a younger age is `Just now`. */
  readonly withinMs?: number
  /** Within a sentence: `just now`. */
  readonly isInSentence?: boolean
}

/** The age of a moment, updated: `Just now`, `5 min ago`, `3 h ago`, `2 d ago`. The moment itself is its title. */
export function Ago({ at, withinMs = 0, isInSentence = false }: AgoProps) {
  const ago = useNow(tickMs) - at
  const age = agoOf(ago < withinMs ? 0 : ago)
  return <Moment at={at}>{isInSentence ? age.toLowerCase() : age}</Moment>
}

/** The time until a moment, updated. */
export function Until({ at }: Pick<AgoProps, 'at'>) {
  const left = at - useNow(tickMs)
  return <Moment at={at}>{left <= 0 ? 'over' : left < 60_000 ? 'less than 1 min' : lengthOf(left)}</Moment>
}

/** How much longer something goes on, updated: `for another 3 h`. */
export const ForAnother = ({ at }: Pick<AgoProps, 'at'>) =>
  at - useNow(tickMs) < 60_000 ? (
    <Moment at={at}>for another minute at most</Moment>
  ) : (
    <>
      for another <Until at={at} />
    </>
  )

interface OnProps {
  /** Epoch ms. */
  readonly at: number
  /** With its seconds, where two moments may be in one minute: `21 Nov 2026, 15:04:31`. */
  readonly hasSeconds?: boolean
}

/** A moment in full: `21 Nov 2026, 15:04`. */
export const On = ({ at, hasSeconds = false }: OnProps) => (
  <Moment at={at}>{(hasSeconds ? toTheSecond : shortly).format(at)}</Moment>
)

const Moment = ({ at, children }: { readonly at: number; readonly children: string }) => (
  <time dateTime={new Date(at).toISOString()} title={exactly.format(at)}>
    {children}
  </time>
)

/** Server time, epoch ms, updated at its multiples of `everyMs`, so that all countdowns change at once: for ages and countdowns in small components. */
export function useNow(everyMs = 1_000): number {
  const { serverNow } = useConnection()
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const plan = () => {
      timer = setTimeout(tick, everyMs - (serverNow() % everyMs))
    }
    const tick = () => {
      setNow(serverNow())
      plan()
    }
    plan()
    return () => clearTimeout(timer)
  }, [serverNow, everyMs])
  return now
}

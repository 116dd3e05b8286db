import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import {
  lanesFor,
  type TimelineEntry,
  type TimelineKind,
  timelineSpans,
} from '../../../shared/features/timeline/queries.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { timeOf } from '../../ui/durations.ts'
import type { ReplayClock } from '../replay/replayClock.ts'
import { useMoment } from '../replay/useReplay.ts'
import type { NamedPin } from './pinHooks.ts'
import type { TimelineState } from './timelineAddress.ts'

/** The recorded parts of the time. While the time lasts until now they grow. */
export function useSpans(time: TimeSpan, seesMap: boolean): readonly TimeSpan[] {
  const { value } = useQuery(timelineSpans, seesMap ? { server: mainServer, from: time.from, to: time.until } : null)
  return useMemo(
    () =>
      (value?.spans ?? []).flatMap(({ from, until }) => {
        const span = { from: Math.max(from, time.from), until: Math.min(until, time.until) }
        return span.until > span.from ? [span] : []
      }),
    [value, time.from, time.until],
  )
}

/** Why the map of a moment is not there. Each node keeps what it recorded, and the one that leads answers. */
export function missingMap(at: number, pins: readonly Pick<NamedPin, 'from' | 'until' | 'withMap'>[]): string {
  const isPinned = pins.some(({ from, until, withMap }) => withMap && from <= at && at <= until)
  const elsewhere = ' If the hub has several nodes, another one may have it: it can be seen while that one leads.'
  return `The map at ${timeOf(at)} isn't recorded${isPinned ? ` here.${elsewhere}` : '.'}`
}

/** Without a moment in the address the page begins where the map is recorded. */
export function useFirstMoment(clock: ReplayClock, openedAt: number | null, spans: readonly TimeSpan[]) {
  const isDone = useRef(openedAt !== null)
  const [first] = spans
  useEffect(() => {
    if (isDone.current || !first) return
    isDone.current = true
    clock.seek(first.from)
  }, [clock, first])
}

/** The shown moment is never outside of the time. */
export function useHeadInTime(clock: ReplayClock, { from, until }: TimeSpan) {
  useEffect(() => {
    const at = clock.at()
    if (at < from || at > until) clock.seek(Math.min(until, Math.max(from, at)))
  }, [clock, from, until])
}

/** The last entry that has happened at the shown moment, and steps from entry to entry. */
export function useEntryOfNow(clock: ReplayClock, entries: readonly TimelineEntry[]) {
  const at = useMoment(clock, 250)
  const [stepped, setStepped] = useState<string | null>(null)
  const last = entries.findLastIndex((entry) => entry.at <= at + 250)
  // Several may have happened at the same moment: then the one that was stepped to.
  const byStep = entries.findIndex(({ key }) => key === stepped)
  const current = byStep >= 0 && Math.abs((entries[byStep]?.at ?? 0) - at) < 500 ? byStep : last
  const step = (by: 1 | -1) => {
    const next = entries[Math.min(entries.length - 1, Math.max(0, current + by))]
    if (!next) return
    setStepped(next.key)
    clock.seek(next.at)
  }
  return { current, step }
}

const isTyping = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('input, select, textarea, button, a, dialog, [role="slider"], [role="application"]') !== null

/** Space plays and stops, N goes to the next entry and B to the one before. */
export const keysOf = (clock: ReplayClock, step: (by: 1 | -1) => void, canPlay: boolean) => (event: KeyboardEvent) => {
  if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'n' || event.key === 'b') step(event.key === 'n' ? 1 : -1)
  else if (event.key === ' ' && canPlay) clock.isPlaying() ? clock.pause() : clock.play()
  else return
  event.preventDefault()
}

/** The lanes that the reader may see, those that are shown, and how to change that. */
export function useLanes(address: TimelineState) {
  const { may } = useAtomValue(accessAtom)
  const all = useMemo(() => lanesFor((permission) => may.includes(permission)), [may])
  const shown = address.kinds.length === 0 ? all : all.filter((kind) => address.kinds.includes(kind))
  const toggle = (kind: TimelineKind) => {
    const isShown = (one: TimelineKind) => (one === kind) !== shown.includes(one)
    const next = all.filter(isShown)
    if (next.length > 0) address.set({ kinds: next.length === all.length ? [] : next })
  }
  return { all, shown, toggle, seesMap: may.includes('viewAllPositions') }
}

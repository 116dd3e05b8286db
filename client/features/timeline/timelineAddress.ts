import { useState } from 'react'
import { z } from 'zod'
import { Id } from '../../../shared/engine/ids.ts'
import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import {
  type Circle,
  longestSpanMs,
  Moment,
  mostPersons,
  timelineKinds,
} from '../../../shared/features/timeline/queries.ts'
import { isOnMap } from '../../../shared/features/world/frame.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'

const minuteMs = 60_000
/** Without a time in the address the page shows the last minutes; around a moment, as many on both sides. */
const usualMs = 15 * minuteMs

/** What the address of the timeline may name, beside `at`, the shown moment. */
const TimelineAddress = z.object({
  /** Epoch ms; 0 for the usual time. */
  from: z.number().nonnegative().default(0),
  until: z.number().nonnegative().default(0),
  /** Ids of accounts, or of players in the game. */
  persons: z.array(Id).max(mostPersons).default([]),
  /** The circle: `2203,1424,200` in map units. */
  near: z.union([z.string(), z.array(z.string())]).default(''),
  /** The shown lanes; empty for all. */
  kinds: z.array(z.enum(timelineKinds)).default([]),
  pin: z.string().max(64).default(''),
})
type Address = z.output<typeof TimelineAddress>

/** The circle in an address; null if there is none, or one that is not on the map. */
export function circleOf(near: string | readonly string[]): Circle | null {
  const parts = (typeof near === 'string' ? near.split(',') : near).map((part) =>
    part.trim() === '' ? Number.NaN : Number(part),
  )
  const [x = Number.NaN, y = Number.NaN, radius = Number.NaN] = parts
  return isOnMap({ x, y }) && radius > 0 && radius <= 4096 ? { x, y, radius } : null
}
export const nearText = (circle: Circle | null) =>
  circle ? [circle.x, circle.y, circle.radius].map(Math.round).join(',') : ''

/** A greater number is not a date, and could not be shown. */
const isMoment = (at: number) => at > 0 && Moment.safeParse(at).success
const isTime = ({ from, until }: TimeSpan) =>
  isMoment(from) && isMoment(until) && until > from && until - from <= longestSpanMs

/** The time, persons, place, lanes and pin that the address names. */
export function useTimelineAddress() {
  const { serverNow } = useConnection()
  const { filters, setFilters } = useAddressFilters(TimelineAddress)
  const [openedAt] = useState(() => ({ now: serverNow(), at: momentIn(location.search) }))
  const asked = { from: filters.from, until: filters.until }
  const around = openedAt.at === null ? usualTime(openedAt.now) : timeAround(openedAt.at, openedAt.now)
  const time = isTime(asked) ? asked : around
  return {
    ...filters,
    time,
    place: circleOf(filters.near),
    /** The moment that the page was opened at, epoch ms; null if the address named none. */
    openedAt: openedAt.at,
    set: (change: Partial<Address>) => setFilters(change),
  }
}
export type TimelineState = ReturnType<typeof useTimelineAddress>

const usualTime = (now: number): TimeSpan => ({ from: now - usualMs, until: now })
const timeAround = (at: number, now: number): TimeSpan => ({
  from: Math.max(1, at - usualMs / 2),
  until: Math.max(at, Math.min(now, at + usualMs / 2)),
})

function momentIn(search: string): number | null {
  const at = Number(new URLSearchParams(search).get('at') ?? Number.NaN)
  return isMoment(at) ? at : null
}

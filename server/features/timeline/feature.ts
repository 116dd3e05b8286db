import type { ReplaySegment, TimeSpan } from '../../../shared/features/replay/queries.ts'
import * as pins from '../../../shared/features/timeline/pins.ts'
import { searchTimeline, timelineSegment, timelineSpans } from '../../../shared/features/timeline/queries.ts'
import { derive, type Feature, implementQuery } from '../../engine/feature.ts'
import type { Principal } from '../../engine/principal.ts'
import { implement } from '../../engine/rule.ts'
import { createOutcomes } from '../audit/outcomes.ts'
import type { ReplaySource } from '../replay/feature.ts'
import { messagesOfPin } from './chatKeeper.ts'
import type { PinnedMap } from './pinnedMap.ts'
import * as rules from './pins.ts'
import { searchEntries } from './search.ts'

interface TimelineDeps {
  /** Read at each query, since both are opened after the features are made. */
  readonly replay: () => ReplaySource
  readonly pinnedMap: () => Pick<PinnedMap, 'spans' | 'find'>
  /** Called with each user who received entries, or the map. */
  readonly onView: (principal: Principal) => void
}

const countChanges = derive(pins.timelinePins, ({ edit }, server) => {
  edit(pins.pinChanges, server).revision += 1
})

const pinQueries = [
  implementQuery(pins.readPins, (context, { server }) => rules.pinsFor(context, server)),
  implementQuery(pins.chatOfPin, async (context, { server, id }) => {
    const { pins: kept } = context.read(pins.timelinePins, server)
    const pin = Object.hasOwn(kept, id) ? kept[id] : undefined
    return { messages: pin ? await messagesOfPin(context, pin) : [] }
  }),
]

/** Views are recorded on the leader. */
const atLeader = { atLeader: true }

/** What happened in a time, from all archives that the reader may read, with the recorded map; and the times that staff pin. */
export function timelineFeature({ replay, pinnedMap, onView }: TimelineDeps): Feature {
  const outcomes = createOutcomes()
  return {
    name: 'timeline',
    documents: [pins.timelinePins, pins.pinChanges, pins.pinnedChat],
    archives: [pins.timelineAudit],
    commands: [
      implement(pins.pinTimeline, rules.pinTimeline),
      implement(pins.changePin, rules.changePin),
      implement(pins.unpinTimeline, rules.unpinTimeline),
      implement(pins.attachPin, rules.attachPin),
      implement(pins.keepChat, rules.keepChat),
    ],
    derivations: [countChanges],
    removals: [{ kind: pins.timelinePins, remove: rules.removePerson }],
    queries: [
      implementQuery(
        searchTimeline,
        async (context, asked) => {
          const page = await searchEntries(context, outcomes, asked)
          onView(context.principal)
          return page
        },
        atLeader,
      ),
      ...pinQueries,
      implementQuery(
        timelineSpans,
        (_context, { server, from, to }) => {
          const { server: own, spans } = replay()
          const time = { from, until: to }
          return { spans: server === own ? joined([...within(spans(), time), ...pinnedMap().spans(time)]) : [] }
        },
        atLeader,
      ),
      implementQuery(
        timelineSegment,
        async ({ principal }, { server, at }) => {
          const segment = server === replay().server ? await segmentAt(replay(), pinnedMap(), at) : null
          if (segment) onView(principal)
          return { segment }
        },
        atLeader,
      ),
    ],
  }
}

const within = (spans: readonly TimeSpan[], { from, until }: TimeSpan) =>
  spans.filter((span) => span.from <= until && from <= span.until)

/** Segments follow each other at the interval of readings: a shorter pause is none. */
const pauseMs = 15_000

/** Spans that overlap or follow each other, as one. */
export function joined(spans: readonly TimeSpan[]): TimeSpan[] {
  const result: TimeSpan[] = []
  for (const { from, until } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && from <= last.until + pauseMs) last.until = Math.max(last.until, until)
    else result.push({ from, until })
  }
  return result
}

/** Of the replay and the pins the segment that contains this time, otherwise the one that begins first after it. */
async function segmentAt(replay: ReplaySource, pinnedMap: Pick<PinnedMap, 'find'>, at: number) {
  const found = replay.find(at)
  if (found && found.from <= at) return JSON.parse(found.text()) as ReplaySegment
  const pinned = await pinnedMap.find(at)
  if (!found || (pinned && pinned.from <= found.from)) return pinned
  return JSON.parse(found.text()) as ReplaySegment
}

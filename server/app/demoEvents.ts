import { randomBytes } from 'node:crypto'
import { mainServer, newCommandId } from '../../shared/engine/ids.ts'
import {
  type CommunityFieldsInput,
  createCommunityEvent,
  type GivenFieldsInput,
  scheduleEvent,
} from '../../shared/features/events/commands.ts'
import { communityEvents } from '../../shared/features/events/communityEvents.ts'
import { events } from '../../shared/features/events/events.ts'
import { closeSession } from '../../shared/features/session/commands.ts'
import { openDemoSession } from '../auth/demoSignIn.ts'
import { createPrincipalFromProof } from '../auth/principalOf.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const passMs = 5_000
/** After a pass that was refused something: each pass opens and closes a session. */
const restMs = 5 * minuteMs

const reward = { currency: 'voidPearls', amount: 100 } as const
const place = { x: 2_173, y: 2_114 }
const durationMs = 5 * minuteMs
/** The events of the hours, in turns. */
const hourly = [
  {
    type: 'Moonlight Hunt',
    durationMs,
    reward,
    description: 'Be on the island while the moon is up, and the reward is yours.',
  },
  {
    type: 'Great Migration',
    durationMs,
    reward,
    species: 'Triceratops',
    population: 'medium',
    migrationPath: [place, { x: 2_250, y: 2_000 }],
    description: 'Follow the herd. Stay near its path for at least half of the time.',
  },
  {
    type: 'King of the Hill',
    durationMs,
    reward,
    location: place,
    radius: 200,
    description: 'Hold the hill alone. The score is live.',
  },
] as const satisfies readonly GivenFieldsInput[]

const tournament: GivenFieldsInput = {
  type: 'King of the Hill',
  title: 'Hill tournament',
  description: 'Twelve places. Latecomers wait, and move up when a place is free.',
  durationMs: 30 * minuteMs,
  location: place,
  radius: 200,
  capacity: 12,
  reward: { currency: 'voidPearls', amount: 500 },
}

const contest = (now: number): CommunityFieldsInput => ({
  title: 'Screenshot contest',
  description: 'Take your best picture of the island, and show it to everyone.',
  startTime: startOfDay(now) + 3 * dayMs + 18 * hourMs,
  duration: 2 * hourMs,
  rewards: 'A skin for the three best pictures',
  capacity: 30,
})

interface DemoEventsDeps {
  readonly hub: Pick<Hub, 'execute' | 'dispatch' | 'read'>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
}

/**
 * Gives visitors of a demo events to look forward to, by the commands that staff would give: there is always one within the hour, one on a
 * later day, and a community event. What visitors schedule counts as well. What is refused is tried again after some minutes. Returns the way
 * to stop.
 */
export function keepDemoEvents({ hub, clock, onFault }: DemoEventsDeps) {
  const principalOf = createPrincipalFromProof({ clock, demo: true, ownerSteamIds: [] })
  let waitMs = passMs

  async function pass() {
    const due = missing(hub.read, clock.now())
    waitMs = passMs
    if (due.length === 0) return
    waitMs = restMs
    const { key } = await openDemoSession(hub, 1, 'admin')
    try {
      const refused = []
      for (const { name, input } of due) {
        const principal = principalOf({ by: 'session', hash: key }, hub.read)
        const answer = await hub.dispatch(principal, { id: newCommandId(clock.now(), randomBytes(10)), name, input })
        if (!answer.ok) refused.push(`${name}: ${answer.message}`)
      }
      if (refused.length > 0) throw new Error(refused.join(' '))
      waitMs = passMs
    } finally {
      await hub.execute('demo', closeSession.name, { key })
    }
  }

  return every(
    clock,
    () => waitMs,
    () => pass().catch((error: unknown) => onFault("the demo's events", error)),
  )
}

/** The commands by which the events come about that are not there. @param now epoch ms */
function missing(read: Hub['read'], now: number) {
  const all = Object.values(read(events, mainServer).events)
  const starts = all.filter(({ status }) => status === 'scheduled').map(({ scheduledTime }) => scheduledTime)
  const community = Object.values(read(communityEvents, mainServer).events)
  const schedule = (fields: GivenFieldsInput | undefined, at: number) => ({
    name: scheduleEvent.name,
    input: { fields, zone: 'UTC', when: { wall: new Date(at).toISOString().slice(0, 16) } },
  })
  const due = []
  if (!starts.some((at) => at <= now + hourMs))
    // The first one soon, for a user who has just started the demo.
    due.push(schedule(hourly[Math.floor(now / hourMs) % hourly.length], now + (all.length === 0 ? 20 : 55) * minuteMs))
  if (!starts.some((at) => at >= startOfDay(now) + dayMs && at > now + hourMs))
    due.push(schedule(tournament, startOfDay(now) + dayMs + 20 * hourMs))
  if (!community.some(({ status }) => status !== 'completed'))
    due.push({ name: createCommunityEvent.name, input: contest(now) })
  return due
}

/** Of its UTC day. */
const startOfDay = (now: number) => now - (now % dayMs)

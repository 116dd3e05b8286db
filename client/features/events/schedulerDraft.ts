import { z } from 'zod'
import { type GivenFieldsInput, type GivenPlaceInput, scheduleEvent } from '../../../shared/features/events/commands.ts'
import { corridorRadius } from '../../../shared/features/events/eventPlace.ts'
import {
  defaultRadius,
  type EventType,
  eventDurationMs,
  eventTypes,
  fewestPathPoints,
  migrationSpecies,
  populations,
  type ScheduledEvent,
} from '../../../shared/features/events/events.ts'
import { hasLand, pathProblem } from '../../../shared/features/events/migrationPath.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import { Place, type Point } from '../../../shared/features/world/frame.ts'
import { placeInWords } from '../../../shared/features/world/placeInWords.ts'
import { regions } from '../../../shared/features/world/regions.ts'
import type { EventShape } from '../../map/overlays.ts'
import { numberIn } from '../../ui/textRules.ts'
import { localZone } from '../../ui/wallTime.ts'
import { repeats, ruleOf, weekdays } from './recurrence.ts'

const whens = ['once', 'again', 'now'] as const
export type When = (typeof whens)[number]

/** An event as staff enter it: numbers and times as typed. */
export const EventDraft = z.object({
  type: z.enum(eventTypes),
  title: z.string(),
  description: z.string(),
  /** Minutes, such as 0.58 for 35 s. */
  duration: z.string(),
  species: z.enum(migrationSpecies).nullable(),
  population: z.enum(populations).nullable(),
  path: z.array(Place).readonly(),
  place: Place.nullable(),
  placeName: z.string(),
  /** Map units. */
  radius: z.string(),
  /** Empty for no limit. */
  capacity: z.string(),
  /** Empty for none. */
  reward: z.string(),
  currency: z.enum(currencies),
  when: z.enum(whens),
  /** `2026-11-30T14:05`, on a clock of `zone`. */
  wall: z.string(),
  zone: z.string(),
  repeat: z.enum(repeats),
  time: z.string(),
  days: z.array(z.enum(weekdays.map(({ key }) => key))).readonly(),
  rule: z.string(),
})
export type EventDraft = Readonly<z.infer<typeof EventDraft>>
/** What the place of an event is chosen with. */
export type PlaceDraft = Pick<EventDraft, 'type' | 'species' | 'path' | 'place' | 'placeName' | 'radius'>

const minuteMs = 60_000
const minutesOf = (ms: number) => String(Number((ms / minuteMs).toFixed(2)))
const usualMinutes = (type: EventType) => minutesOf(eventDurationMs[type])

/** Whole seconds, in ms; null while no number is typed. */
export const durationMsOf = ({ duration }: Pick<EventDraft, 'duration'>): number | null => {
  const minutes = numberIn(duration)
  return minutes === null ? null : Math.round(minutes * 60) * 1_000
}

/** A draft of another type. A duration that was not changed is that of the type. */
export const withType = (draft: EventDraft, type: EventType): EventDraft => ({
  ...draft,
  type,
  duration: draft.duration === usualMinutes(draft.type) ? usualMinutes(type) : draft.duration,
})

export const emptyDraft = (zone: string): EventDraft => ({
  type: 'Moonlight Hunt',
  title: '',
  description: '',
  duration: usualMinutes('Moonlight Hunt'),
  species: null,
  population: null,
  path: [],
  place: null,
  placeName: '',
  radius: String(defaultRadius),
  capacity: '',
  reward: '',
  currency: 'voidPearls',
  when: 'once',
  wall: '',
  zone,
  repeat: 'daily',
  time: '20:00',
  days: [],
  rule: '',
})

/** Everything of an event but its time. */
export const copyOf = (event: ScheduledEvent): EventDraft => ({
  ...emptyDraft(event.wall === null ? localZone() : event.zone),
  ...openDraftOf(event),
  ...placeDraftOf(event),
  population: event.population,
})

export const openDraftOf = ({ title, description, durationMs, capacity, reward }: ScheduledEvent) => ({
  title,
  description,
  duration: minutesOf(durationMs),
  capacity: capacity === null ? '' : String(capacity),
  reward: reward === null ? '' : String(reward.amount),
  currency: reward?.currency ?? 'voidPearls',
})

export const placeDraftOf = (event: ScheduledEvent): PlaceDraft => ({
  type: event.type,
  species: event.species,
  path: event.migrationPath ?? [],
  place: event.location,
  placeName: event.locationName,
  radius: String(event.radius),
})

/** The fields for the hub. What belongs to another type of event is left out. */
export function fieldsOf(draft: EventDraft): GivenFieldsInput {
  const amount = numberIn(draft.reward)
  const isHerd = draft.type === 'Great Migration'
  return {
    type: draft.type,
    title: draft.title.trim(),
    description: draft.description.trim(),
    durationMs: durationMsOf(draft),
    species: isHerd ? draft.species : null,
    population: isHerd ? draft.population : null,
    ...givenPlaceOf(draft),
    capacity: draft.when === 'now' ? null : numberIn(draft.capacity),
    reward: amount === null ? null : { currency: draft.currency, amount },
  }
}

export function givenPlaceOf({ type, path, place: chosen, placeName, radius }: PlaceDraft): GivenPlaceInput {
  const isHerd = type === 'Great Migration'
  const place = isHerd ? null : chosen
  return {
    migrationPath: isHerd ? [...path] : null,
    location: place,
    locationName: place ? placeName.trim() : '',
    ...(place && { radius: numberIn(radius) ?? defaultRadius }),
  }
}

type WhenInput = z.input<typeof scheduleEvent.input>['when']

/** When it takes place, for the hub; null while something is missing, and for an event that starts at once. */
export function whenOf(draft: EventDraft): WhenInput | null {
  if (draft.when === 'now') return null
  if (draft.when === 'once') return draft.wall === '' ? null : { wall: draft.wall }
  const rule = ruleOf(draft)
  return rule === null ? null : { rule }
}

/** A place that was chosen on the map: it is named after its region. */
export const placeAt = ({ x, y }: Point) => ({ place: { x: Math.round(x), y: Math.round(y) }, placeName: '' })

/** One of the named areas as a place. */
export function regionPlace(id: string) {
  const region = regions.find((each) => each.id === id)
  if (!region) return {}
  const { x, y, name, radius } = region
  return { place: { x, y }, placeName: name, radius: String(radius) }
}

interface PlaceProblem {
  readonly text: string
  /** Where on the map; null if there is no such place. */
  readonly at: Point | null
}

const texts = scheduleEvent.refusals

/** The first problem with the path or place of a draft, found while it is drawn; null if there is none. @param knowsLand false on a map of the owner's own */
export function placeProblem(draft: PlaceDraft, knowsLand: boolean): PlaceProblem | null {
  if (draft.type !== 'Great Migration') {
    if (!draft.place) return draft.type === 'King of the Hill' ? { text: texts.needsPlace, at: null } : null
    if (!knowsLand || hasLand(draft.place, numberIn(draft.radius) ?? defaultRadius)) return null
    return {
      text: `The area around ${placeInWords(draft.place)} has no dry land. Move it onto the island.`,
      at: draft.place,
    }
  }
  const species = draft.species ?? 'This species'
  const problem = pathProblem(draft.path, draft.species ?? '', knowsLand)
  if (problem?.code === 'offMap')
    return { text: filled(texts.offMap, problem), at: draft.path[problem.point - 1] ?? null }
  if (problem) {
    const where = placeInWords(problem)
    return problem.code === 'inWater'
      ? {
          text: `Point ${problem.point} (${where}) lies in deep water, and ${species} does not swim. Move it onto land.`,
          at: problem,
        }
      : {
          text: `Between points ${problem.point} and ${problem.next} the path crosses deep water (${where}), and ${species} does not swim. Route the path around it.`,
          at: problem,
        }
  }
  return draft.path.length < fewestPathPoints ? { text: texts.needsPath, at: null } : null
}

const filled = (sentence: string, { point }: { readonly point: number }) => sentence.replace('{point}', String(point))

/** What the map shows of a draft. */
export function draftShape(draft: PlaceDraft, wrong: Point | null): EventShape | null {
  const isPath = draft.type === 'Great Migration'
  const points = isPath ? draft.path : draft.place ? [draft.place] : []
  if (points.length === 0) return null
  const radius = isPath ? corridorRadius : (numberIn(draft.radius) ?? defaultRadius)
  const hasZones = draft.type === 'King of the Hill'
  return { id: 'draft', label: '', points, isPath, radius, hasZones, isActive: false, isChosen: true, wrong }
}

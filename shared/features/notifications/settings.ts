import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'
import { longestZone } from '../../engine/recurrenceLimits.ts'
import { kindOfType, type NotificationType } from './kinds.ts'

/** Where a kind is shown: in the list of the page, as a notification of the browser while a page is open, and by push when none is. */
export const Channels = z.object({ page: z.boolean(), browser: z.boolean(), push: z.boolean() })
export type Channels = z.infer<typeof Channels>

/** A time of day: minutes since midnight. */
const MinuteOfDay = z.int().min(0).max(1_439)

/** When neither browser nor push tells the user anything that is not critical. The list in the page goes on. */
export const QuietHours = z.object({
  isOn: z.boolean().default(false),
  from: MinuteOfDay.default(22 * 60),
  to: MinuteOfDay.default(7 * 60),
  /** A time zone of the IANA database, as 'Europe/Berlin'. */
  zone: z.string().max(longestZone).default('UTC'),
})
export type QuietHours = z.infer<typeof QuietHours>

/** A browser to which messages are pushed. Its address is kept apart and never leaves the server. */
export const PushDevice = z.object({
  /** What the browser calls itself, as "Firefox on Windows". */
  device: z.string().max(120),
  /** Epoch ms. */
  addedAt: z.number(),
  /** When a message was last taken by its push service; null before the first. */
  sentAt: z.number().nullable().default(null),
})
export type PushDevice = z.infer<typeof PushDevice>
export const mostPushDevices = 10

/** How a user is notified. The key is the account id. */
const NotificationSettings = z.object({
  /** Kinds that the user has changed. */
  kinds: z.record(z.string().max(40), Channels).default({}),
  quietHours: QuietHours.default({ isOn: false, from: 22 * 60, to: 7 * 60, zone: 'UTC' }),
  /** By public id. */
  devices: z.record(z.string(), PushDevice).default({}),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const notificationSettings = defineDocument({
  kind: 'notificationSettings',
  schema: NotificationSettings,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('notificationSettings', (own: NotificationSettings) => own, {
    kinds: 'theirs',
    quietHours: 'theirs',
    devices: 'theirs',
  }),
  erased: 'cleared',
  audited: null,
})

const everywhere: Channels = { page: true, browser: true, push: true }

/** Where a kind is shown to a user. What is critical is always shown. */
export function channelsOf({ kinds }: Pick<NotificationSettings, 'kinds'>, type: NotificationType): Channels {
  if (kindOfType(type).isCritical) return everywhere
  const chosen = kinds[type] ?? everywhere
  // A kind that is off in the list is off.
  return chosen.page ? chosen : { page: false, browser: false, push: false }
}

/** The minutes since midnight that clocks of the zone show. @throws RangeError for a zone that is none */
export function minutesOfDay(at: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return of('hour') * 60 + of('minute')
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const mostClocks = 500

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  if (clocks.size >= mostClocks) clocks.clear()
  clocks.set(zone, made)
  return made
}

export function isTimeZone(zone: string): boolean {
  try {
    clockOf(zone)
    return true
  } catch {
    return false
  }
}

/** Whether it is quiet for the user at `at`. From 22:00 to 07:00 goes over midnight; the same time twice is never quiet. */
export function isQuiet({ isOn, from, to, zone }: QuietHours, at: number): boolean {
  if (!isOn || from === to) return false
  const minute = minutesOfDay(at, zone)
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

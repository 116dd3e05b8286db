/** How an event repeats, as staff choose it. */
export const repeats = ['daily', 'weekdays', 'custom'] as const
type Repeat = (typeof repeats)[number]

export const weekdays = [
  { key: '1', name: 'Monday' },
  { key: '2', name: 'Tuesday' },
  { key: '3', name: 'Wednesday' },
  { key: '4', name: 'Thursday' },
  { key: '5', name: 'Friday' },
  { key: '6', name: 'Saturday' },
  { key: '0', name: 'Sunday' },
] as const
type Weekday = (typeof weekdays)[number]['key']

interface Recurrence {
  readonly repeat: Repeat
  /** As typed: `20:00`. */
  readonly time: string
  readonly days: readonly Weekday[]
  /** As typed: five fields of cron. */
  readonly rule: string
}

/** The rule in the five fields of cron; null while something is missing. */
export function ruleOf({ repeat, time, days, rule }: Recurrence): string | null {
  if (repeat === 'custom') return rule.trim() === '' ? null : rule.trim()
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(time) ?? []
  if (hour === undefined || minute === undefined) return null
  if (repeat === 'weekdays' && days.length === 0) return null
  const order = weekdays.map(({ key }) => key).filter((key) => days.includes(key))
  return `${Number(minute)} ${Number(hour)} * * ${repeat === 'daily' ? '*' : order.join(',')}`
}

const two = (text: string) => text.padStart(2, '0')

/** `Every day at 20:00`; a rule of another form as it is. */
export function ruleInWords(rule: string): string {
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:,[0-6])*)$/.exec(rule) ?? []
  if (minute === undefined || hour === undefined || days === undefined) return `Rule ${rule}`
  const at = `at ${two(hour)}:${two(minute)}`
  if (days === '*') return `Every day ${at}`
  const chosen = days.split(',')
  const names = weekdays.filter(({ key }) => chosen.includes(key)).map(({ name }) => name)
  return `${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]} ${at}`
}

import type { LookEntry } from '../../../shared/features/looks/commands.ts'

const dayFace = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Under the reader's own day on which each began, in the order that they came in. */
export function looksByDay(looks: readonly LookEntry[]): { readonly day: string; readonly looks: LookEntry[] }[] {
  const days: { day: string; looks: LookEntry[] }[] = []
  for (const look of looks) {
    const day = dayFace.format(look.from)
    const last = days.at(-1)
    if (last?.day === day) last.looks.push(look)
    else days.push({ day, looks: [look] })
  }
  return days
}

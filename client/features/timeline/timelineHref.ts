interface TimelineMoment {
  /** Epoch ms. */
  readonly at?: number
  readonly from?: number
  readonly until?: number
  /** Ids of accounts, or of players in the game. */
  readonly persons?: readonly string[]
  readonly pin?: string
}

/** The address of the timeline at a moment, or for a time. */
export function timelineHref({ persons = [], pin, ...moments }: TimelineMoment): string {
  const query = new URLSearchParams()
  for (const [name, at] of Object.entries(moments)) if (at !== undefined) query.set(name, String(Math.round(at)))
  if (persons.length > 0) query.set('persons', persons.join())
  if (pin !== undefined) query.set('pin', pin)
  const text = query.toString().replaceAll('%2C', ',')
  return text === '' ? '/timeline' : `/timeline?${text}`
}

interface PinnedTime {
  readonly id: string
  readonly from: number
  readonly until: number
  readonly persons: readonly { readonly id: string }[]
  readonly kinds: readonly string[]
  readonly place: { readonly x: number; readonly y: number; readonly radius: number } | null
}

/** The address of what a pin keeps. */
export function pinHref({ id, from, until, persons, kinds, place }: PinnedTime): string {
  const base = timelineHref({ at: from, from, until, persons: persons.map((one) => one.id), pin: id })
  const lanes = kinds.length > 0 ? `&kinds=${kinds.join()}` : ''
  return `${base}${lanes}${place ? `&near=${[place.x, place.y, place.radius].map(Math.round).join()}` : ''}`
}

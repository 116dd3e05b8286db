const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const two = (larger: number, largerUnit: string, smaller: number, smallerUnit: string) =>
  smaller === 0 ? `${larger} ${largerUnit}` : `${larger} ${largerUnit} ${smaller} ${smallerUnit}`

/** A length of time: `42 s`, `3 min`, `2 h 5 min`, `4 d 7 h`. Never negative. @param ms milliseconds */
export const lengthOf = (ms: number): string => {
  const length = Math.max(0, ms)
  if (length < minuteMs) return `${Math.floor(length / secondMs)} s`
  if (length < hourMs) return `${Math.floor(length / minuteMs)} min`
  if (length < dayMs) return two(Math.floor(length / hourMs), 'h', Math.floor((length % hourMs) / minuteMs), 'min')
  return two(Math.floor(length / dayMs), 'd', Math.floor((length % dayMs) / hourMs), 'h')
}

/** The same, exact to the second below an hour, for a wait that the user watches: `1 min 42 s` */
export const waitOf = (ms: number): string => {
  const length = Math.max(0, ms)
  if (length < minuteMs || length >= hourMs) return lengthOf(length)
  return two(Math.floor(length / minuteMs), 'min', Math.floor((length % minuteMs) / secondMs), 's')
}

/** An age in its largest unit: `Just now`, `5 min ago`, `3 h ago`, `2 d ago`. @param ms milliseconds */
export const agoOf = (ms: number): string => {
  if (ms < minuteMs) return 'Just now'
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ago`
  return ms < dayMs ? `${Math.floor(ms / hourMs)} h ago` : `${Math.floor(ms / dayMs)} d ago`
}

const clockFace = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** The user's local time of day: `14:03:12`. @param at epoch ms */
export const timeOf = (at: number): string => clockFace.format(at)

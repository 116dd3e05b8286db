import { keyTypes } from './keys.ts'
import { damaged, type Place } from './place.ts'
import type { Caller } from './script.ts'

/** Raised when an older release could not read what this one keeps. */
export const FORM = '1'

const elsewhere = 'Give the hub a prefix of its own in REDIS_PREFIX, or take that key away if it is yours to take.'

/** Whatever lies under the prefix is ours, or is named. Nothing is touched. @throws DamagedStore */
export async function checkKeys(place: Place, line: Caller): Promise<void> {
  // What says that it is ours comes last: where several nodes start together, it appears with the rest.
  const names = [...(Object.keys(keyTypes) as (keyof typeof keyTypes)[])].reverse()
  const types = await Promise.all(names.map((name) => line.call(['TYPE', place.keys[name]])))
  for (const [at, name] of names.entries()) {
    const type = types[at]
    if (type !== 'none' && type !== keyTypes[name])
      throw damaged(place, `holds ${place.keys[name]} as a ${type}, where the hub has a ${keyTypes[name]}.`, elsewhere)
  }
  const there = names.filter((_, at) => types[at] !== 'none')
  if (there[0] && !there.includes('format'))
    throw damaged(place, `holds ${place.keys[there[0]]}, but nothing says that it is the hub’s.`, elsewhere)
  if (there.includes('format')) checkForm(place, await line.call(['HGET', place.keys.format, 'form']))
}

function checkForm(place: Place, form: unknown) {
  if (form === FORM) return
  throw damaged(
    place,
    `is of form ${form ?? 'none'}, and this release reads form ${FORM}.`,
    'Start the release that wrote it, or give the hub another REDIS_PREFIX.',
  )
}

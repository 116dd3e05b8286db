import { keyTypes } from './keys.ts'
import { damaged, type Place } from './place.ts'
import type { Caller } from './script.ts'

/** Raised when an older release could not read what this one keeps. */
export const FORM = '1'

const elsewhere = 'Give the hub a prefix of its own in REDIS_PREFIX, or take that key away if it is yours to take.'

/** What `form` says of a place that is being filled from the export whose check follows. */
export const IMPORT_OF = 'import of '

/** Whatever lies under the prefix is ours, or is named. Nothing is touched. @throws DamagedStore */
export async function checkKeys(place: Place, line: Caller): Promise<void> {
  const form = await formThere(place, line)
  if (form !== null) checkForm(place, form)
}

/** The form of what lies under the prefix; null where nothing does. @throws DamagedStore when it is not ours */
export async function formThere(place: Place, line: Caller): Promise<string | null> {
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
  if (!there.includes('format')) return null
  return String((await line.call(['HGET', place.keys.format, 'form'])) ?? 'none')
}

function checkForm(place: Place, form: string) {
  if (form === FORM) return
  if (form.startsWith(IMPORT_OF))
    throw damaged(
      place,
      'is an import that was not finished.',
      'Run npm run import again with the same file to finish it, or give the hub another REDIS_PREFIX.',
    )
  throw damaged(
    place,
    `is of form ${form}, and this release reads form ${FORM}.`,
    'Start the release that wrote it, or give the hub another REDIS_PREFIX.',
  )
}

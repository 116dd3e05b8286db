import { setTimeout as sleep } from 'node:timers/promises'
import { RedisRefusal } from './client.ts'
import { type Connection, createConnection, type PrepareConnection } from './connection.ts'
import { type Durability, durabilityOf, type RedisFacts, readFacts, unfitness } from './durability.ts'
import { notReached } from './errors.ts'
import { damaged, keyTypes, type Place, shownAddress } from './keys.ts'
import type { Caller } from './lua/script.ts'

export interface RedisLog {
  info(words: string): void
  warn(words: string): void
}

interface OpeningParts {
  readonly url: string
  readonly place: Place
  readonly log: RedisLog
  readonly answersWithinMs: number
  /** How long a Redis that is still loading is waited for. */
  readonly loadingMs: number
  /** Done on each connection before it is used. */
  readonly prepare?: PrepareConnection
}

const askedAgainMs = 250

/** A connection to the Redis, which is fit for use and holds nothing of anybody else's under the prefix. @throws Error, DamagedStore */
export async function openPlace(
  parts: OpeningParts,
): Promise<{ readonly line: Connection; readonly durability: Durability; readonly facts: RedisFacts }> {
  const { url, place } = parts
  const line = connectionTo(parts)
  try {
    await openLoaded(parts, line)
    const facts = await readFacts(line)
    const unfit = unfitness(facts)
    if (unfit) throw new Error(`The Redis at ${shownAddress(url)} ${unfit}`)
    await checkKeys(place, line)
    return { line, facts, durability: durabilityOf(shownAddress(url), facts) }
  } catch (error) {
    line.close()
    throw error instanceof RedisRefusal ? notReached(url, error) : error
  }
}

/** Named, so that its owner sees who is connected. */
export const connectionTo = ({
  url,
  place: { node, keys },
  answersWithinMs,
  prepare,
}: Pick<OpeningParts, 'url' | 'place' | 'answersWithinMs' | 'prepare'>) =>
  createConnection({
    url,
    answersWithinMs,
    probe: ['EXISTS', keys.format],
    async prepare(line, signal) {
      await line.call(['CLIENT', 'SETNAME', `waterhole-${node}`]).catch(() => {})
      await prepare?.(line, signal)
    },
  })

async function openLoaded({ url, log, loadingMs }: OpeningParts, line: Connection) {
  const until = performance.now() + loadingMs
  let isTold = false
  for (;;) {
    try {
      return await line.open()
    } catch (error) {
      const { cause } = error as Error
      if (!(cause instanceof RedisRefusal && cause.code === 'LOADING') || performance.now() > until) throw error
      if (!isTold) log.info(`The Redis at ${shownAddress(url)} is still loading what it keeps; the hub waits for it.`)
      isTold = true
      await sleep(askedAgainMs)
    }
  }
}

/** Raised when an older release could not read what this one keeps. */
export const FORMAT = '1'

const elsewhere = 'Give the hub a prefix of its own in REDIS_PREFIX, or take that key away if it is yours to take.'

/** What `form` says of a place that is being filled from the export whose check follows. */
export const IMPORT_OF = 'import of '

/** Whatever lies under the prefix is ours, or is named. Nothing is touched. @throws DamagedStore */
export async function checkKeys(place: Place, line: Caller): Promise<void> {
  const form = await readFormat(place, line)
  if (form !== null) checkForm(place, form)
}

/** The form of what lies under the prefix; null where nothing does. @throws DamagedStore when it is not ours */
export async function readFormat(place: Place, line: Caller): Promise<string | null> {
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
  if (form === FORMAT) return
  if (form.startsWith(IMPORT_OF))
    throw damaged(
      place,
      'is an import that was not finished.',
      'Run npm run import again with the same file to finish it, or give the hub another REDIS_PREFIX.',
    )
  throw damaged(
    place,
    `is of form ${form}, and this release reads form ${FORMAT}.`,
    'Start the release that wrote it, or give the hub another REDIS_PREFIX.',
  )
}

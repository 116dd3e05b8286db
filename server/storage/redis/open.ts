import { setTimeout as sleep } from 'node:timers/promises'
import { canMigrate, formatOf, MIGRATIONS, type Migration, OLDEST_FORMAT } from '../migrations.ts'
import { RedisRefusal } from './client.ts'
import { type Connection, createConnection, type PrepareConnection } from './connection.ts'
import { type Durability, durabilityOf, type RedisFacts, readFacts, unfitness } from './durability.ts'
import { notReached } from './errors.ts'
import { damaged, keyTypes, type Place, shownAddress } from './keys.ts'
import type { Caller } from './lua/script.ts'

export interface RedisLog {
  info(text: string): void
  warn(text: string): void
}

export interface OpenOptions {
  readonly url: string
  readonly place: Place
  readonly answersWithinMs: number
  /** Runs on each connection before it is used. */
  readonly prepare?: PrepareConnection
}

const RETRY_LOADING_MS = 250

/**
 * Opens a connection, and checks that this Redis can be used and that nothing foreign is under the prefix.
 * @param loadingMs how long a Redis that is loading its data is waited for @throws Error, DamagedStore
 */
export async function openPlace(
  options: OpenOptions & {
    readonly log: RedisLog
    readonly loadingMs: number
    readonly migrations?: readonly Migration[]
    /** Called where no store is there yet, before anything is written. It throws to refuse the start. */
    readonly onEmpty?: () => void
  },
): Promise<{ readonly connection: Connection; readonly durability: Durability; readonly facts: RedisFacts }> {
  const { url, place, log, loadingMs, migrations, onEmpty } = options
  const connection = connectionTo(options)
  try {
    await openWhenLoaded(connection, loadingMs, () =>
      log.info(`The Redis at ${shownAddress(url)} is still loading its data; the hub waits for it.`),
    )
    const facts = await readFacts(connection)
    const unfit = unfitness(facts)
    if (unfit) throw new Error(`The Redis at ${shownAddress(url)} ${unfit}`)
    if ((await checkKeys(place, connection, migrations)) === null) onEmpty?.()
    const durability = durabilityOf(shownAddress(url), facts)
    if (durability.advice) log.warn(durability.advice)
    return { connection, facts, durability }
  } catch (error) {
    connection.close()
    throw error instanceof RedisRefusal ? notReached(url, error) : error
  }
}

/** A connection that is not open yet. It has a name, by which the operator of Redis sees who is connected. */
export const connectionTo = ({ url, place: { node, keys }, answersWithinMs, prepare }: OpenOptions) =>
  createConnection({
    url,
    answersWithinMs,
    probe: ['EXISTS', keys.format],
    async prepare(caller, signal) {
      await caller.call(['CLIENT', 'SETNAME', `waterhole-${node}`]).catch(() => {})
      await prepare?.(caller, signal)
    },
  })

async function openWhenLoaded(connection: Connection, loadingMs: number, onLoading: () => void) {
  const until = performance.now() + loadingMs
  for (let tries = 1; ; tries += 1) {
    try {
      return await connection.open()
    } catch (error) {
      const { cause } = error as Error
      if (!(cause instanceof RedisRefusal && cause.code === 'LOADING') || performance.now() > until) throw error
      if (tries === 1) onLoading()
      await sleep(RETRY_LOADING_MS)
    }
  }
}

const OTHER_PREFIX = 'Give the hub a prefix of its own in REDIS_PREFIX, or remove that key if you own it.'

/** The beginning of `form` while a place is filled from an export; the check of the export follows. */
export const IMPORT_OF = 'import of '

/**
 * Checks that everything under the prefix is a store that this release reads; changes nothing.
 * @returns the store format; null in an empty place @throws DamagedStore
 */
export async function checkKeys(place: Place, caller: Caller, migrations = MIGRATIONS): Promise<number | null> {
  const format = await readFormat(place, caller)
  if (format === null || canMigrate(Number(format), migrations)) return format === null ? null : Number(format)
  if (format.startsWith(IMPORT_OF))
    throw damaged(
      place,
      'is an import that was not finished.',
      'Run npm run import again with the same file to finish it, or give the hub another REDIS_PREFIX.',
    )
  const written = Number(format) < OLDEST_FORMAT ? 'was written by an older release: it ' : ''
  throw damaged(
    place,
    `${written}is in format ${format}, and this release reads format ${formatOf(migrations)}.`,
    'Start the release that wrote it, or give the hub another REDIS_PREFIX.',
  )
}

/** What `form` says; null in an empty place. @throws DamagedStore when something else is under the prefix */
export async function readFormat(place: Place, caller: Caller): Promise<string | null> {
  // `format` is read last: where several nodes start at once, it appears together with the other keys.
  const names = [...(Object.keys(keyTypes) as (keyof typeof keyTypes)[])].reverse()
  const types = await Promise.all(names.map((name) => caller.call(['TYPE', place.keys[name]])))
  for (const [at, name] of names.entries()) {
    const type = types[at]
    if (type !== 'none' && type !== keyTypes[name])
      throw damaged(
        place,
        `holds ${place.keys[name]} as a ${type}, where the hub has a ${keyTypes[name]}.`,
        OTHER_PREFIX,
      )
  }
  const existing = names.filter((_, at) => types[at] !== 'none')
  if (existing[0] && !existing.includes('format'))
    throw damaged(place, `holds ${place.keys[existing[0]]}, but nothing says that it is the hub's.`, OTHER_PREFIX)
  if (!existing.includes('format')) return null
  return String((await caller.call(['HGET', place.keys.format, 'form'])) ?? 'none')
}

import { setTimeout as sleep } from 'node:timers/promises'
import { shownAddress } from './address.ts'
import { Refused } from './answers.ts'
import { checkKeys } from './checkKeys.ts'
import { type Connection, createConnection } from './connection.ts'
import { type Durability, durabilityOf, type RedisFacts } from './durability.ts'
import { unfitness } from './fitness.ts'
import type { Preparing } from './keptWire.ts'
import { notReached } from './notReached.ts'
import type { Place } from './place.ts'
import { readFacts } from './readFacts.ts'

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
  readonly prepare?: Preparing
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
    throw error instanceof Refused ? notReached(url, error) : error
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
      if (!(cause instanceof Refused && cause.word === 'LOADING') || performance.now() > until) throw error
      if (!isTold) log.info(`The Redis at ${shownAddress(url)} is still loading what it keeps; the hub waits for it.`)
      isTold = true
      await sleep(askedAgainMs)
    }
  }
}

import { type LinkCounters, LinkError, type LinkLog, linkErrorCodes } from '../link.ts'
import type { Parsed } from './parsed.ts'

/** A server that makes keys up must not fill our memory. */
const MAX_KEYS = 100

export interface Tally {
  asked(): void
  answered(latencyMs: number | null): void
  failed(error: unknown): void
  read(parsed: Parsed<unknown>): void
  counters(): Omit<LinkCounters, 'reconnects'>
}

/** Counts what a link went through, and logs each kind of nonsense once: a broken server repeats itself all day. */
export function createTally(log: LinkLog): Tally {
  const failures = new Map(linkErrorCodes.map((code) => [code, 0]))
  const unknownKeys = new Map<string, number>()
  const garbage = new Map<string, number>()
  let requests = 0
  let latencyMs: number | null = null

  const count = (counts: Map<string, number>, name: string, firstTime: () => void) => {
    if (!counts.has(name) && counts.size >= MAX_KEYS) return
    if (!counts.has(name)) firstTime()
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const countGarbage = (kind: string) =>
    count(garbage, kind, () => log.warn(`The game server sent ${kind}. Further ones are only counted.`))

  return {
    asked: () => void requests++,
    answered(latency) {
      latencyMs = latency ?? latencyMs
    },
    failed(error) {
      if (!(error instanceof LinkError)) return
      failures.set(error.code, (failures.get(error.code) ?? 0) + 1)
      if (error.code === 'garbage') countGarbage(`a reply that cannot be read: ${error.message}`)
    },
    read(parsed) {
      for (const key of parsed.unknownKeys.map(asWord))
        count(unknownKeys, key, () =>
          log.info(`The game server sends the key "${key}", which is not known and passed over.`),
        )
      for (const kind of parsed.garbage) countGarbage(kind)
    },
    counters: () => ({
      requests,
      latencyMs,
      failures: Object.fromEntries(failures) as LinkCounters['failures'],
      unknownKeys: Object.fromEntries(unknownKeys),
      garbage: Object.fromEntries(garbage),
    }),
  }
}

/** What stands where a key should may be anything: only a word is fit for a log. */
const asWord = (key: string) => (/^\w{1,60}$/.test(key) ? key : '(no word)')

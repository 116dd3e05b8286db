import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../engine/clock.ts'

interface NoteParts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<FastifyBaseLogger, 'info'>
}

const noteEveryMs = 60_000
/** Whoever invents one after the other fills no log. */
const mostNoted = 100

const words = {
  session: 'a session cookie was shown that is unknown here, or whose session has ended',
  token: 'a token was shown that is unknown here, or has ended or was revoked',
} as const

/** Writes down that somebody shows what opens nothing: by the beginning of its hash, and each at most once a minute. */
export function createEndedNotes({ clock, log }: NoteParts) {
  const notedAt = new Map<string, number>()
  const forgetOld = (now: number) => {
    for (const [name, at] of notedAt) if (now - at >= noteEveryMs) notedAt.delete(name)
  }
  /** @param hash of what was shown */
  return (what: keyof typeof words, hash: string) => {
    const now = clock.now()
    const name = `${what} ${hash.slice(0, 8)}`
    if (notedAt.size >= mostNoted || notedAt.has(name)) forgetOld(now)
    if (notedAt.size >= mostNoted || notedAt.has(name)) return
    notedAt.set(name, now)
    log.info({ hash: hash.slice(0, 8) }, words[what])
  }
}

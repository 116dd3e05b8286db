import type { PlayerId } from '../../../shared/engine/ids.ts'
import { endLook } from '../../../shared/features/looks/commands.ts'
import { type Look, looks } from '../../../shared/features/looks/looks.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Principal } from '../../engine/principal.ts'
import { createOrders } from './orders.ts'
import { lookName, lookOf } from './rules.ts'
import { createSession, type Session } from './session.ts'

/** A page that is loaded anew, or a connection that comes back, is the same look. */
const pauseMs = 30_000
/** A part of the replay lasts at most a minute: whoever asks for no other has stopped playing by then. */
const replayMs = 60_000

interface LooksParts {
  readonly hub: Pick<Hub, 'order' | 'read'>
  readonly clock: Clock
  /** Epoch ms at which the last run of the hub is known to have run; null when nothing tells. */
  readonly lastRanAt: number | null
  /** Others may have gone on serving those who look: what is open goes on if they are still there, or come back soon. */
  readonly resumes?: boolean
  readonly onFault: (what: string, error: unknown) => void
}

/** Somebody begins or ceases to watch a document or a stream by which all positions are seen. */
export interface Coming {
  readonly principal: Pick<Principal, 'id' | 'name'>
  readonly began: boolean
}

/** Writes down who looks at all positions, from when until when: one entry a session, however many pages it has open. */
export function startLooks({ hub, clock, lastRanAt, resumes = false, onFault }: LooksParts) {
  const orders = createOrders({ hub, clock, onFault })
  const sessions = new Map<string, Session>()
  const watched = new Map<string, number>()
  let isClosed = false

  const sessionOf = (account: string, name: string, at: Look['at'], isOpen = false) => {
    const key = lookName(account, at)
    const onEnded = () => void sessions.delete(key)
    const parts = { clock, account: account as PlayerId, name, at, isOpen, give: orders.give, onEnded }
    const session = sessions.get(key) ?? createSession(parts)
    sessions.set(key, session)
    return session
  }
  const goesOn = resumes && lastRanAt !== null && clock.now() - lastRanAt <= pauseMs
  for (const [known, look] of Object.entries(hub.read(looks).open)) {
    const { account, at } = lookOf(known)
    if (goesOn) sessionOf(account, look.name, at, true).rests(pauseMs, clock.now())
    // What a crash has cut short ended, as far as anybody knows, when the hub was last known to run.
    else orders.give(endLook.name, { account, at, to: Math.max(look.from, lastRanAt ?? look.from), cut: true })
  }
  return {
    /** Each watch of each socket is told of once when it begins and once when it ceases. */
    watcher({ principal: { id, name }, began }: Coming) {
      if (id === null || isClosed) return
      const count = Math.max(0, (watched.get(id) ?? 0) + (began ? 1 : -1))
      if (count > 0) watched.set(id, count)
      else watched.delete(id)
      const session = sessionOf(id, name, 'map')
      if (count > 0) session.goesOn()
      else session.rests(pauseMs, clock.now())
    },
    /** Somebody was given a part of the replay. */
    replayed({ id, name }: Pick<Principal, 'id' | 'name'>) {
      if (id !== null && !isClosed) sessionOf(id, name, 'replay').rests(replayMs, clock.now() + replayMs)
    },
    /** Another authority goes on with what is open. */
    leave() {
      isClosed = true
      for (const session of sessions.values()) session.leave()
      orders.leave()
    },
    /** Ends what is open: to be called before the sockets are closed, which would look as if everybody had left. */
    async close() {
      isClosed = true
      for (const session of [...sessions.values()]) session.end()
      await orders.close()
    },
  }
}
export type LooksWatch = ReturnType<typeof startLooks>

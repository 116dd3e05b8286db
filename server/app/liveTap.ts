import type { PlayerId } from '../../shared/engine/ids.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import { toBase64 } from '../../shared/features/fixtures/base64.ts'
import { noteTap } from '../../shared/features/fixtures/commands.ts'
import {
  type FixtureHeader,
  type FixtureMessage,
  fixtureVersion,
  upEvents,
} from '../../shared/features/fixtures/fixture.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { createRedactor } from '../features/fixtures/redaction/createRedactor.ts'
import type { Vocabulary } from '../features/fixtures/redaction/vocabulary.ts'
import type { Gateway } from '../gateway/gatewayParts.ts'
import type { DownEvent } from '../gateway/parcel.ts'
import type { TapListener } from '../gateway/tap.ts'

interface LiveTapParts {
  readonly hub: Pick<Hub, 'order' | 'epoch'>
  readonly gateway: Pick<Gateway, 'tap'>
  readonly config: Pick<Config, 'simulator' | 'evrima' | 'positionsEveryMs'>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
  /** Gathered when the first tap begins. */
  vocabulary(): Vocabulary
}

/** How somebody with the right to it listens to all sockets; what they are told has been redacted before it leaves. */
export function createLiveTap(parts: LiveTapParts) {
  const { hub, gateway, clock, onFault } = parts

  return async (principal: Principal, keepsNames: boolean, write: (line: object) => void): Promise<() => void> => {
    const redactor = createRedactor(parts.vocabulary(), keepsNames)
    const startedAt = clock.now()
    let messages = 0
    const note = (event: 'tapBegan' | 'tapEnded') =>
      hub.order('tap', noteTap.name, {
        account: principal.id as PlayerId,
        name: principal.name,
        event,
        keepsNames,
        messages,
      })
    // Who listens is written down before they hear anything.
    await note('tapBegan')
    write(headerOf(parts, startedAt, redactor.redactions))
    const stop = gateway.tap(
      listenerOf((message) => {
        messages++
        const t = Math.max(0, clock.now() - startedAt)
        write(redactor.redact({ t, ...message } as FixtureMessage))
      }),
    )
    return () => {
      stop()
      note('tapEnded').catch((error: unknown) => onFault(noteTap.name, error))
    }
  }
}

const headerOf = ({ hub, config }: LiveTapParts, startedAt: number, redactions: readonly string[]): FixtureHeader => {
  const { simulator, positionsEveryMs } = config
  const isOurs = config.evrima === null
  return {
    ...{ fixture: fixtureVersion, protocol: protocolVersion, epoch: hub.epoch, clock: 'real', startedAt },
    seed: isOurs ? simulator.seed : null,
    redactions: [...redactions],
    about: 'Everything that went over the sockets of a running hub.',
    simulator: isOurs ? { players: simulator.players, positionsEveryMs } : null,
  }
}

type Note = (message: Omit<FixtureMessage, 't'>) => void

/** The tap's words as lines. What was no message of the protocol is not a line: nobody could play it. */
function listenerOf(note: Note): TapListener {
  const numberOf = createNumbers()
  return {
    opened: (socket, { id, role }) =>
      note({ dir: 'up', socket, event: 'open', payload: { role, number: numberOf(role, id) } }),
    up(socket, event, message, call) {
      if (event !== 'command' && event !== 'query' && event !== 'watch' && event !== 'unwatch') return
      const { data: payload } = upEvents[event].safeParse(message)
      if (payload) note({ dir: 'up', socket, event, ...(call && { call }), payload })
    },
    answered(socket, event, answer, call) {
      note({ dir: 'down', socket, event: event === 'watch' ? 'watching' : 'answer', call, payload: answer })
    },
    down(socket, events) {
      for (const event of events) note({ dir: 'down', socket, ...lineOf(event) })
    },
    closed: (socket) => note({ dir: 'down', socket, event: 'closed', payload: {} }),
  }
}

const lineOf = ([event, payload, frame]: DownEvent) =>
  event === 'positions'
    ? { event, payload: { stream: payload, frame: { base64: toBase64(frame) } } }
    : { event, payload }

/** Which of several accounts of a role, in the order of their coming. */
function createNumbers() {
  const known = new Map<Role | null, string[]>()
  return (role: Role | null, id: string | null) => {
    const accounts = known.get(role) ?? []
    known.set(role, accounts)
    if (id !== null && !accounts.includes(id)) accounts.push(id)
    return Math.max(1, accounts.indexOf(id ?? '') + 1)
  }
}

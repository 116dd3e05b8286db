import type { Clock } from '../engine/clock.ts'
import { tokenEnded } from '../engine/tokenEnded.ts'
import type { Audience } from './audience.ts'
import type { Delivery } from './delivery.ts'
import type { Flush } from './flush.ts'
import type { GatewayParts } from './gatewayParts.ts'
import { lighten } from './lighten.ts'
import type { Limits } from './limits.ts'
import { cut, disconnect, ended, type HubSocket, lineOf } from './line.ts'
import type { GatewayMetrics } from './metrics.ts'
import { wordParcel } from './parcel.ts'
import type { Reception } from './reception.ts'
import type { Seating } from './seating.ts'
import { createSocketServer, type Handshake } from './socketServer.ts'
import type { Tap } from './tap.ts'
import { createViewer, type Viewer } from './viewer.ts'

export interface EntranceParts
  extends Pick<GatewayParts, 'server' | 'principalOf' | 'settle' | 'allowedOrigins' | 'addressOf' | 'reached'> {
  readonly limits: Limits
  readonly clock: Clock
  readonly metrics: GatewayMetrics
  readonly audience: Audience
  readonly seating: Pick<Seating, 'greet' | 'greetWithNext'>
  readonly delivery: Pick<Delivery, 'sendNow'>
  readonly tap: Pick<Tap, 'opened' | 'closed'>
  readonly reception: Reception
  readonly flush: Pick<Flush, 'soon'>
  onFault(what: string, error: unknown): void
}

export interface Entrance {
  readonly viewers: ReadonlySet<Viewer>
  /** Lets nobody in any more. */
  shut(): void
  /** The same, and sees everyone out. */
  close(): Promise<void>
}

const endedToken = wordParcel(['notice', { code: 'closing', message: tokenEnded }])

/** Lets sockets in, and clears up after them. */
export function createEntrance(parts: EntranceParts): Entrance {
  const { limits, clock, metrics, audience, tap, principalOf, onFault } = parts
  const { reached = (_seq: number, act: () => void) => act() } = parts
  const viewers = new Set<Viewer>()
  let isClosing = false

  const leave = (viewer: Viewer, reason: string) => {
    viewers.delete(viewer)
    audience.leaveAll(viewer)
    tap.closed(viewer)
    metrics.sockets(viewers.size)
    metrics.ended(reason)
  }
  const enter = (socket: HubSocket, from: Handshake) => {
    const { credentials, address } = from
    const viewer = createViewer({
      ...{ credentials, address, line: lineOf(socket), principal: principalOf(credentials), cameAt: clock.now() },
    })
    viewers.add(viewer)
    tap.opened(viewer)
    lighten(socket)
    metrics.sockets(viewers.size)
    socket.on('disconnect', (reason) => {
      leave(viewer, reason)
      // Who has left the namespace has nothing more to do here, and would otherwise hold a line for ever.
      socket.conn.close()
    })
    reached(from.seen, () =>
      orLetGo(() => viewers.has(viewer) && begin(parts, socket, viewer, from.watch), socket, onFault),
    )
  }
  const io = createSocketServer({
    ...parts,
    isAdmitted: (...from) => !isClosing && isWelcome(parts, ...from),
    connected: (socket, from) => orLetGo(() => enter(socket, from), socket, onFault),
  })
  const shut = () => {
    isClosing = true
  }

  return {
    ...{ viewers, shut },
    async close() {
      shut()
      await seeOut([...viewers], limits.closeWithinMs, clock)
      io.engine.close()
    },
  }
}

/** What is asked for with the connection leaves in one write with the hello. */
function begin(parts: EntranceParts, socket: HubSocket, viewer: Viewer, watch: unknown) {
  const { reception, seating, flush, principalOf, delivery } = parts
  viewer.principal = principalOf(viewer.credentials)
  reception.listen(socket, viewer)
  if (watch === undefined) seating.greet(viewer)
  else {
    seating.greetWithNext(viewer)
    reception.first(viewer, watch)
    flush.soon()
  }
  if (viewer.credentials.token !== undefined) turnAwayNobody(viewer, delivery)
}

/** One whose session cannot be asked for does not stay. */
function orLetGo(enter: () => void, socket: HubSocket, onFault: EntranceParts['onFault']) {
  try {
    enter()
  } catch (error) {
    onFault('admit a socket', error)
    socket.disconnect(true)
  }
}

/** From a page of ours, or a program with a token. */
const isWelcome = (
  { allowedOrigins }: Pick<EntranceParts, 'allowedOrigins'>,
  origin: string | undefined,
  host: string | undefined,
  isProgram: boolean,
) => allowedOrigins(origin, host) || (isProgram && origin === undefined)

/** A program that took itself for its owner would wait for what never comes. */
function turnAwayNobody(viewer: Viewer, delivery: Pick<Delivery, 'sendNow'>) {
  if (viewer.principal.id !== null) return
  delivery.sendNow(viewer, endedToken)
  disconnect(viewer.line)
}

/** Resolves when every connection has ended: by itself, or cut when its time is up. */
async function seeOut(viewers: readonly Viewer[], withinMs: number, clock: Clock) {
  const callOff = clock.after(withinMs, () => {
    for (const { line } of viewers) cut(line)
  })
  const ends = viewers.map(({ line }) => ended(line))
  for (const { line } of viewers) disconnect(line)
  await Promise.all(ends)
  callOff()
}

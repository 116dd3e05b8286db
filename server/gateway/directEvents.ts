import type { HubSocket } from './connection.ts'

/** The name of an event, its arguments, and the number by which the client expects an answer; null if it expects none. */
export type ReceiveEvent = (event: string, values: readonly unknown[], call: number | null) => void

/** Fields of Engine.IO that are not in its public types. Before they are checked. */
interface UncheckedEngine {
  readonly readyState?: unknown
  readonly pingTimeoutTimer?: { refresh(): unknown } | null
  hasRefreshedPingTimeout?: boolean
  readonly transport?: { onPacket?: (packet: Packet) => void }
}
interface Packet {
  readonly type: string
  readonly data?: unknown
}

/**
 * Takes the events of a client as Engine.IO has read them, past Socket.IO's decoder and its queue: half the cost of a message. Only
 * what is certainly an event of these names is taken; all else, malformed messages among it, goes the libraries' way. False where the
 * libraries are not as expected: then everything does.
 * @param maxLength in characters, of Socket.IO's packet
 */
export function takeEvents(
  socket: HubSocket,
  names: ReadonlySet<unknown>,
  maxLength: number,
  receive: ReceiveEvent,
): boolean {
  const conn = socket.conn as unknown as UncheckedEngine
  const { transport } = conn
  const passOn = transport?.onPacket
  if (!transport || typeof passOn !== 'function' || typeof conn.readyState !== 'string') return false
  transport.onPacket = (packet) => {
    const event = packet.type === 'message' && socket.connected ? eventIn(packet.data, names, maxLength) : null
    if (!event || conn.readyState !== 'open') return passOn.call(transport, packet)
    noteSignOfLife(conn)
    receive(event.name, event.values, event.call)
  }
  return true
}

/** As Engine.IO does: a message in place of the answer to a ping gives the client the same time once more. */
function noteSignOfLife(conn: UncheckedEngine) {
  if (!conn.pingTimeoutTimer || conn.hasRefreshedPingTimeout) return
  conn.pingTimeoutTimer.refresh()
  conn.hasRefreshedPingTimeout = true
}

/** Engine.IO has removed its own '4'. What is left is '2', the number of the call if it has one, and the event as a JSON array. */
const plainEvent = /^2(\d{0,15})(?=\[)/

function eventIn(packet: unknown, names: ReadonlySet<unknown>, maxLength: number) {
  if (typeof packet !== 'string' || packet.length > maxLength) return null
  const head = plainEvent.exec(packet)
  if (!head) return null
  const values = parsed(packet.slice(head[0].length))
  if (!Array.isArray(values)) return null
  const [name, ...rest] = values
  if (!names.has(name)) return null
  return { name: name as string, values: rest, call: head[1] ? Number(head[1]) : null }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

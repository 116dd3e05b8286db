import { Transform } from 'node:stream'
import type { Clock } from '../clock.ts'

/** Source RCON on the wire: a length, an id, a type, a body, two NULs, all numbers of four bytes with the lowest first. */
export interface SourcePacket {
  readonly id: number
  readonly type: number
  readonly body: Buffer
}

export const packetTypes = { login: 3, loginAnswer: 2, command: 2, reply: 0 } as const
/** The id, the type and the two NULs. */
const envelope = 10
const mostBytes = 1024 * 1024

export function encodePacket({ id, type, body }: SourcePacket): Buffer {
  const packet = Buffer.alloc(body.length + envelope + 4)
  packet.writeInt32LE(body.length + envelope, 0)
  packet.writeInt32LE(id, 4)
  packet.writeInt32LE(type, 8)
  body.copy(packet, 12)
  return packet
}

/** Takes bytes as they come and gives whole packets. It throws on a length that no packet has. */
export function createPacketReader(): (chunk: Buffer) => SourcePacket[] {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const packets: SourcePacket[] = []
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0)
      if (length < envelope || length > mostBytes) throw new Error('it does not answer like Source RCON')
      if (rest.length < length + 4) break
      packets.push({ id: rest.readInt32LE(4), type: rest.readInt32LE(8), body: rest.subarray(12, length + 2) })
      rest = rest.subarray(length + 4)
    }
    return packets
  }
}

export interface PacketGate {
  readonly stream: Transform
  isRefused(): boolean
}

/** A part as long as this is likely followed by another: servers cut at about 4096 bytes, and nothing marks the last. */
const fullPart = 3_900

/**
 * Stands between the socket and rcon-client, which takes the first packet for the answer to a login, the first part for
 * the whole of a reply, and does not survive a packet with a nonsense length.
 */
export function createPacketGate(clock: Clock, quietMs: number): PacketGate {
  const read = createPacketReader()
  const replies = createReplyParts(clock, quietMs, (packet) => void stream.push(encodePacket(packet)))
  let hasLogin = false
  let isRefused = false
  const pass = (packet: SourcePacket) => {
    if (hasLogin) return replies.add(packet)
    // Before its verdict a server may send an empty reply.
    if (packet.type !== packetTypes.loginAnswer) return
    hasLogin = true
    isRefused = packet.id === -1
    stream.push(encodePacket(packet))
  }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        for (const packet of read(chunk)) pass(packet)
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    destroy(error, done) {
      replies.stop()
      done(error)
    },
  })
  return { stream, isRefused: () => isRefused }
}

/** Puts the parts of each reply together, by its id. */
function createReplyParts(clock: Clock, quietMs: number, whole: (packet: SourcePacket) => void) {
  const open = new Map<number, { body: Buffer; callOff: () => void }>()
  const finish = (packet: SourcePacket) => {
    open.delete(packet.id)
    whole(packet)
  }
  return {
    add({ id, type, body: part }: SourcePacket) {
      const before = open.get(id)
      before?.callOff()
      const body = before ? Buffer.concat([before.body, part]) : Buffer.from(part)
      if (body.length > mostBytes) throw new Error('a reply of more than 1 MiB')
      if (part.length < fullPart) return finish({ id, type, body })
      open.set(id, { body, callOff: clock.after(quietMs, () => finish({ id, type, body })) })
    },
    stop() {
      for (const { callOff } of open.values()) callOff()
      open.clear()
    },
  }
}

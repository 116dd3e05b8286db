import { Transform } from 'node:stream'
import { bytesInWords } from '../../../shared/engine/bytes.ts'
import type { Clock } from '../../engine/clock.ts'

/** A packet of Source RCON: length, id, type, body, two NULs. Numbers are 32-bit little-endian. */
export interface SourcePacket {
  readonly id: number
  readonly type: number
  readonly body: Buffer
}

export const packetTypes = { login: 3, loginAnswer: 2, command: 2, reply: 0 } as const
/** The id, the type and the two NULs. */
const envelope = 10
const maxBytes = 1_000_000

export function encodePacket({ id, type, body }: SourcePacket): Buffer {
  const packet = Buffer.alloc(body.length + envelope + 4)
  packet.writeInt32LE(body.length + envelope, 0)
  packet.writeInt32LE(id, 4)
  packet.writeInt32LE(type, 8)
  body.copy(packet, 12)
  return packet
}

/** Reassembles packets from chunks. @throws on an impossible length */
export function createPacketReader(): (chunk: Buffer) => SourcePacket[] {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const packets: SourcePacket[] = []
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0)
      if (length < envelope || length > maxBytes) throw new Error('it does not answer like Source RCON')
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

/** A part at least this long is probably followed by another: servers cut at about 4096 bytes and do not mark the last part. */
const fullPart = 3_900

/**
 * A filter between the socket and rcon-client, which takes the first packet for the login's answer and the first part of a reply for
 * the whole, and crashes on a packet with an impossible length.
 */
export function createPacketGate(clock: Clock, quietMs: number): PacketGate {
  const read = createPacketReader()
  const replies = createReplyParts(clock, quietMs, (packet) => void stream.push(encodePacket(packet)))
  let hasLogin = false
  let isRefused = false
  const pass = (packet: SourcePacket) => {
    if (hasLogin) return replies.add(packet)
    // A server may send an empty reply before the login's answer.
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

/** Reassembles the parts of each reply by id. */
function createReplyParts(clock: Clock, quietMs: number, done: (packet: SourcePacket) => void) {
  const open = new Map<number, { body: Buffer; cancel: () => void }>()
  const finish = (packet: SourcePacket) => {
    open.delete(packet.id)
    done(packet)
  }
  return {
    add({ id, type, body: part }: SourcePacket) {
      const before = open.get(id)
      before?.cancel()
      const body = before ? Buffer.concat([before.body, part]) : Buffer.from(part)
      if (body.length > maxBytes) throw new Error(`a reply of more than ${bytesInWords(maxBytes)}`)
      if (part.length < fullPart) return finish({ id, type, body })
      open.set(id, { body, cancel: clock.after(quietMs, () => finish({ id, type, body })) })
    },
    stop() {
      for (const { cancel } of open.values()) cancel()
      open.clear()
    },
  }
}

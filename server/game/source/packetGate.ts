import { Transform } from 'node:stream'
import type { Clock } from '../clock.ts'
import { createPacketReader, encodePacket, packetTypes, type SourcePacket } from './sourcePackets.ts'

export interface PacketGate {
  readonly stream: Transform
  isRefused(): boolean
}

/** A part as long as this is likely followed by another: servers cut at about 4096 bytes, and nothing marks the last. */
const fullPart = 3_900
const mostBytes = 1024 * 1024

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

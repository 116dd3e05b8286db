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

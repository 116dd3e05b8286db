import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser'

/** Events that stand for messages which were none. Who sends them by name is treated no better. */
export const garbled = 'garbled'
export const tooLarge = 'tooLarge'

/** What comes up is text: connect, disconnect, events. */
const accepted = new Set(['0', '1', '2'])
/** Names a namespace, and one that there is not: Socket.IO would answer each, or close without a word. */
const isElsewhere = (chunk: string) => /^.\/(?!,|$)/.test(chunk)
const isConnect = (chunk: string) => chunk.startsWith('0')
const standIn = (event: string): Packet => ({ type: PacketType.EVENT, nsp: '/', data: [event] })

/**
 * Socket.IO's parser, made patient: what would make it close the connection without a word becomes an event that is
 * counted, so that the sender is told once what is wrong.
 * @param longest in characters
 */
export function createUpParser(longest: number) {
  class UpDecoder extends Decoder {
    private hasConnected = false

    override add(chunk: unknown) {
      const fault = this.faultOf(chunk)
      if (fault) this.emitReserved('decoded', standIn(fault))
    }

    private faultOf(chunk: unknown) {
      if (typeof chunk !== 'string' || !accepted.has(chunk.charAt(0))) return garbled
      if (chunk.length > longest) return tooLarge
      if (isElsewhere(chunk) || (this.hasConnected && isConnect(chunk))) return garbled
      try {
        super.add(chunk)
        this.hasConnected ||= isConnect(chunk)
        return null
      } catch {
        return garbled
      }
    }
  }
  return { Encoder, Decoder: UpDecoder }
}

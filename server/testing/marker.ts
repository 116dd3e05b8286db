import type { DocumentId } from '../../shared/engine/document.ts'
import type { Gateway } from '../gateway/gatewayParts.ts'
import type { Visitor } from './visitor.ts'

/** A stream of numbers that everyone may watch: who has got one has got all that the hub had sent them before. */
export function createMarker(gateway: Gateway) {
  const stream: DocumentId = 'marker/all'
  let last = numbered(0)
  let count = 0
  gateway.streams.define({ id: stream, mayWatch: () => true, key: () => last })

  return {
    stream,
    /** How many markers there were so far. */
    count: () => count,
    /** Sends the next one, and waits until they all have it. */
    async reach(visitors: readonly Visitor[]) {
      count += 1
      const wanted = numbered(count)
      last = wanted
      gateway.streams.offer(stream, wanted)
      const newest = ({ frames }: Visitor) => frames.findLast((frame) => frame.stream === stream)?.frame
      await Promise.all(visitors.map((visitor) => visitor.until(() => newest(visitor)?.join() === wanted.join())))
    },
  }
}

function numbered(count: number) {
  const frame = new Uint8Array(4)
  new DataView(frame.buffer).setUint32(0, count)
  return frame
}

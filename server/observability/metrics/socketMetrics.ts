import type { Meters } from './meters.ts'
import { shortMs } from './meters.ts'

/** As Socket.IO calls the ways in which a connection ends; any other it may think of is 'other'. */
const ends = [
  'transport close',
  'transport error',
  'ping timeout',
  'parse error',
  'client namespace disconnect',
  'server namespace disconnect',
  'server shutting down',
  'forced close',
  'forced server close',
]

/** What the sockets of this node do: as `server/sockets/metrics.ts` has it. */
export function createSocketMetrics(meters: Meters) {
  const { counter, gauge, histogram, count } = meters
  const sent = { frames: 0, writes: 0, bytes: 0 }
  count('frames_sent_total', 'Messages sent to viewers', () => sent.frames)
  count('socket_writes_total', 'Writes to viewers: several messages may share one', () => sent.writes)
  count('bytes_sent_total', 'Bytes sent to viewers', () => sent.bytes)
  const sockets = gauge('sockets', 'Open sockets')
  const connections = counter('connections_total', 'Connections that were asked for', ['outcome'])
  const ended = counter('disconnects_total', 'Connections that have ended', ['reason'])
  const heard = counter('messages_received_total', 'Messages that came from viewers', ['event', 'verdict'])
  const flushMs = histogram('flush_ms', 'How long the making of one flush took, ms', shortMs)
  const skipped = counter('positions_skipped_total', 'Flushes in which a lagging viewer got no positions')
  const stuck = counter('viewers_stuck_total', 'Viewers that were let go because they took nothing more')
  return {
    sockets: (open: number) => sockets.set(open),
    sent(messages: number, bytes: number) {
      sent.writes += 1
      sent.frames += messages
      sent.bytes += bytes
    },
    flushed: (ms: number) => flushMs.observe(ms),
    skipped: () => skipped.inc(),
    handshake: (outcome: 'admitted' | 'crowded' | 'foreign') => connections.inc({ outcome }),
    ended: (reason: string) => ended.inc({ reason: ends.includes(reason) ? reason : 'other' }),
    received: (event: string, verdict: 'fine' | 'tooFast' | 'malformed') => heard.inc({ event, verdict }),
    tooSlow: () => stuck.inc(),
  }
}

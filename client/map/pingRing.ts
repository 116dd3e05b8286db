import { type Ping, pingRingMs } from '../../shared/features/packs/packLife.ts'

/** A ring that spreads is drawn in every frame. */
const spreadMs = 16

/** How far the ring of a ping has spread: 0 when it was set, 1 when it has gone; null for one that has none any more. */
export const ringPart = ({ at }: Pick<Ping, 'at'>, now: number): number | null => {
  // A clock that is behind the server's sees a ping before it was set.
  const part = Math.max(0, now - at) / pingRingMs
  return part < 1 ? part : null
}

/** How long until pings have to be drawn anew; null if none has a ring. @param now epoch ms of the server */
export const pingRestMs = (pings: readonly Pick<Ping, 'at'>[], now: number): number | null =>
  pings.some((ping) => ringPart(ping, now) !== null) ? spreadMs : null

import type { Audience } from './audience.ts'
import type { Bundles } from './bundles.ts'
import type { Limits } from './limits.ts'
import { unsentBytes } from './line.ts'
import type { GatewayMetrics } from './metrics.ts'
import { type FramePiece, framePiece } from './piece.ts'
import type { Stream } from './streams.ts'
import type { Watcher } from './viewer.ts'

export interface StreamTurnParts {
  readonly audience: Audience
  readonly limits: Pick<Limits, 'slowBytes' | 'keyEveryMs'>
  readonly metrics: GatewayMetrics
  now(): number
}

/**
 * One turn of one stream: the frames go to who follows, a key frame to who joins or lagged. The key is asked for here,
 * after the frames were made, so that whoever gets it follows with the next one.
 */
export function createStreamTurn({ audience, limits, metrics, now }: StreamTurnParts) {
  const lags = ({ viewer }: Watcher) => unsentBytes(viewer.line) > limits.slowBytes

  return (stream: Stream, frames: readonly FramePiece[], bundles: Bundles) => {
    const at = now()
    let asked: { readonly key: FramePiece | null } | undefined
    const ask = () => {
      const frame = stream.key(at)
      return { key: frame && framePiece(stream.id, frame) }
    }
    const giveKey = (watcher: Watcher) => {
      if (at - watcher.keyAt < limits.keyEveryMs) return
      asked ??= ask()
      const { key } = asked
      // Nothing is known yet: goes on waiting, until the first frame is offered.
      if (!key) return
      bundles.add(watcher.viewer, key)
      watcher.isJoining = false
      watcher.keyAt = at
    }
    const skip = (watcher: Watcher) => {
      watcher.isJoining = true
      metrics.skipped()
    }
    for (const watcher of audience.of(stream.id)) {
      if (lags(watcher)) skip(watcher)
      else if (watcher.isJoining) giveKey(watcher)
      else for (const frame of frames) bundles.add(watcher.viewer, frame)
    }
  }
}

import type { Clock } from '../engine/clock.ts'
import type { Watermark } from './messages.ts'

interface WatermarksDeps {
  readonly isShown: (watermark: Watermark) => boolean
  readonly clock: Pick<Clock, 'after'>
  readonly onFault: (what: string, error: unknown) => void
}

interface Waiting {
  readonly watermark: Watermark
  readonly act: () => void
}

/** Waits until this node shows the position of a watermark. */
export function createWatermarks({ isShown, clock, onFault }: WatermarksDeps) {
  const waiting = new Set<Waiting>()
  const limited = new Set<() => void>()

  /** Calls `act` at once if it is shown, otherwise in the turn in which it is shown. Returns the way to cancel. */
  const when = (watermark: Watermark, act: () => void) => {
    const one = { watermark, act }
    if (isShown(watermark)) act()
    else waiting.add(one)
    return () => void waiting.delete(one)
  }
  /** As `when`, but after `ms` in any case, and when the node closes. */
  const whenWithin = (watermark: Watermark, ms: number, act: () => void) => {
    if (isShown(watermark)) return act()
    const done = () => {
      cancelTimer()
      cancelWait()
      limited.delete(done)
      act()
    }
    const cancelTimer = clock.after(ms, done)
    const cancelWait = when(watermark, done)
    limited.add(done)
  }
  return {
    isShown,
    when,
    whenWithin,
    shown: (watermark: Watermark) => new Promise<void>((resolve) => void when(watermark, resolve)),
    shownWithin: (watermark: Watermark, ms: number) =>
      new Promise<void>((resolve) => whenWithin(watermark, ms, resolve)),
    /** Must be called when the node shows more than before. */
    advance() {
      for (const one of waiting) {
        if (!isShown(one.watermark)) continue
        waiting.delete(one)
        try {
          one.act()
        } catch (error) {
          onFault('act on a watermark that was reached', error)
        }
      }
    },
    count: () => waiting.size,
    close() {
      for (const done of limited) done()
    },
  }
}
export type Watermarks = ReturnType<typeof createWatermarks>

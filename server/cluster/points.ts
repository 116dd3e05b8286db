import type { Point } from './wire.ts'

interface Waiting {
  readonly point: Point
  readonly act: () => void
}

/** Those who wait until this node shows what their answer rests on. */
export function createPoints(isShown: (point: Point) => boolean, onFault: (what: string, error: unknown) => void) {
  const waiting = new Set<Waiting>()

  /** Acts at once where it is shown, and else in the turn in which it comes to be. Returns the way to call it off. */
  const when = (point: Point, act: () => void) => {
    const one = { point, act }
    if (isShown(point)) act()
    else waiting.add(one)
    return () => void waiting.delete(one)
  }
  return {
    isShown,
    when,
    shown: (point: Point) => new Promise<void>((resolve) => void when(point, resolve)),
    /** More is shown than before. */
    advance() {
      for (const one of waiting) {
        if (!isShown(one.point)) continue
        waiting.delete(one)
        try {
          one.act()
        } catch (error) {
          onFault('act on what is shown now', error)
        }
      }
    },
    count: () => waiting.size,
  }
}
export type Points = ReturnType<typeof createPoints>

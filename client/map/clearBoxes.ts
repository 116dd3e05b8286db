import type { Box } from './edgePlaces.ts'

/** How often controls are measured: they move only when somebody opens one. */
const measureEveryMs = 500

/**
 * Where the controls lie over the map, so that no sign lies on them: whatever in the frame is marked `data-keep-clear`.
 * @param frame null while it is not mounted
 */
export function createClearBoxes(frame: () => HTMLElement | null): (now: number) => readonly Box[] {
  let boxes: readonly Box[] = []
  let measuredAt = Number.NEGATIVE_INFINITY
  const measure = () => {
    const within = frame()
    if (!within) return []
    const origin = within.getBoundingClientRect()
    return [...within.querySelectorAll('[data-keep-clear]')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ x, y, width, height }) => ({ x: x - origin.x, y: y - origin.y, width, height }))
  }
  return (now) => {
    if (now - measuredAt >= measureEveryMs) {
      boxes = measure()
      measuredAt = now
    }
    return boxes
  }
}

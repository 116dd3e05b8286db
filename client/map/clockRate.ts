/**
 * How fast a clock runs against another, from one asking to the next; 1 at the first. 0 is a clock that stands.
 * Of no use to measure by: one look, right enough to know how long to wait for the next.
 */
export function createClockRate(clock: () => number, real: () => number = () => performance.now()): () => number {
  let last: { told: number; real: number } | null = null
  let rate = 1
  return () => {
    const now = { told: clock(), real: real() }
    if (last && now.real > last.real) rate = (now.told - last.told) / (now.real - last.real)
    last = now
    return rate
  }
}

/** A lease of this length, with times in proportion. */
export const timesOf = (leaseMs: number) => ({
  leaseMs,
  renewEveryMs: Math.min(500, leaseMs / 8),
  believeMs: leaseMs * 0.85,
  answersWithinMs: Math.min(3_000, leaseMs / 2),
})

/** A lease that outlasts every interruption of a test. */
export const longLeaseTimes = timesOf(600_000)

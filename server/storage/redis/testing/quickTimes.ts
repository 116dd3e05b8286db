/** A lease that a test does not wait long for. */
export const quickTimes = { leaseMs: 1_000, renewEveryMs: 200, believeMs: 800, answersWithinMs: 500 }

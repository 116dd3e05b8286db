/** A lease that a test does not wait long for, and long enough for a busy machine. */
export const quickTimes = { leaseMs: 2_000, renewEveryMs: 300, believeMs: 1_700, answersWithinMs: 1_000 }

/** A lease that outlives whatever a test does to Redis meanwhile. */
export const patientTimes = { leaseMs: 30_000, renewEveryMs: 500, believeMs: 25_000, answersWithinMs: 1_500 }

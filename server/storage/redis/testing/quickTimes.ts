/** A lease short enough to wait for in a test, and long enough for a slow machine. */
export const quickTimes = { leaseMs: 2_000, renewEveryMs: 300, believeMs: 1_700, answersWithinMs: 1_000 }

/** A lease that outlasts every interruption of a test. */
export const patientTimes = { leaseMs: 30_000, renewEveryMs: 500, believeMs: 25_000, answersWithinMs: 1_500 }

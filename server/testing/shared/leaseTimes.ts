/** How long a lease is good by the clock of the store. */
export const leaseMs = 3_000
export const renewEveryMs = 750
/** Its holder believes in it for so long after the last renewal that it sent. */
export const believeMs = 2_500

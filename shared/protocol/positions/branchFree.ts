/**
 * Minimum and maximum of two whole numbers less than 2^31 apart, without a branch. V8 compiles Math.min and Math.max to
 * branches, which are cheap unless either outcome is about as likely as the other, as it is where these are used: the
 * processor then often guesses wrong, which costs more than the calculation.
 */
export const lesser = (one: number, other: number) => other + ((one - other) & ((one - other) >> 31))
export const greater = (one: number, other: number) => one - ((one - other) & ((one - other) >> 31))

/** The size of a difference, at most 46340: two squares of it together are less than 2^32. */
export const capped = (difference: number) => Math.min(Math.abs(difference), 46340)

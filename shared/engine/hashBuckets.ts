/** The buckets of documents that are divided by the first two digits of a hexadecimal hash: `00` to `ff`. */
export const hashBuckets: readonly string[] = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'))

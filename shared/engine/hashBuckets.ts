/** The buckets of documents that are divided by the first two digits of a hexadecimal hash: `00` to `ff`. */
export const hashBuckets: readonly string[] = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'))

/** The key of one of so many documents, among which ids are divided. */
export function bucketOf(id: string, buckets: number): string {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return String(sum % buckets)
}

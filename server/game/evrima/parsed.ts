/** What was read from a reply, and what in it was strange but not fatal. */
export interface Parsed<T> {
  readonly value: T
  /** Keys that we do not know, each as often as it stood there. */
  readonly unknownKeys: readonly string[]
  /** The kinds of nonsense that were skipped, each as often as it occurred. Never text of the reply. */
  readonly garbage: readonly string[]
}

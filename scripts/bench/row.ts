/** One line of the table: a ratio of two things measured in the same run. */
export interface Row {
  /** The goal's name and what was measured, as 'J1 acknowledged commands a second, durable'. */
  readonly measure: string
  /** What it was measured against. */
  readonly against: string
  readonly ratio: number
  /** What is aimed at, in words: 'at least 0.6', 'at most 1.2'. */
  readonly goal: string
  readonly met: boolean
  readonly note?: string
}

export const atLeast = (goal: number, ratio: number) => ({ ratio, goal: `at least ${goal}`, met: ratio >= goal })
export const atMost = (goal: number, ratio: number) => ({ ratio, goal: `at most ${goal}`, met: ratio <= goal })

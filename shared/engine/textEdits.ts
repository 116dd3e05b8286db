/**
 * The edits from a text to each beginning of another: letters put in, left out, replaced, or swapped with the next. (Damerau and
 * Levenshtein, in the variant that edits no letter twice.)
 */
export function editsToBeginnings(from: string, to: string): readonly number[] {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      next.push(
        Math.min(
          at(last, column) + 1,
          at(next, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = next
  }
  return last
}

/** The known word that a typed one was meant to be, if one letter in four is wrong at most. */
export function nearestOf(typed: string, known: readonly string[]): string | null {
  const [nearest] = known
    .map((word) => ({ word, edits: editsToBeginnings(typed, word).at(-1) ?? 0 }))
    .filter(({ word, edits }) => edits <= word.length / 4)
    .sort((one, other) => one.edits - other.edits)
  return nearest?.word ?? null
}

const at = (row: readonly number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY

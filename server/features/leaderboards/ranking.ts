/** What is ranked: higher scores first, of equal ones who reached it first, then by id so that the order is always the same. */
export interface Score {
  readonly score: number
  /** Epoch ms at which the score was reached. */
  readonly at: number
}
export interface Ranked extends Score {
  readonly id: string
}

const mostInChunk = 256

const isBefore = (one: Ranked, other: Ranked): boolean => {
  if (one.score !== other.score) return one.score > other.score
  if (one.at !== other.at) return one.at < other.at
  return one.id < other.id
}

/**
 * A sorted list in chunks of at most 256 entries. A change searches the chunk and moves entries within it alone, so that it costs about the
 * same with a hundred thousand entries as with three hundred; a rank adds up the lengths of the chunks before it.
 */
export function createRanking() {
  const scores = new Map<string, Ranked>()
  let chunks: Ranked[][] = []

  /** The chunk in which an entry is or belongs. */
  function chunkOf(entry: Ranked): number {
    let [low, high] = [0, chunks.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      const last = chunks[middle]?.at(-1)
      if (last && isBefore(last, entry)) low = middle + 1
      else high = middle
    }
    return low
  }
  /** The first place in a chunk that is not before the entry. */
  function placeIn(chunk: readonly Ranked[], entry: Ranked): number {
    let [low, high] = [0, chunk.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(chunk[middle] as Ranked, entry)) low = middle + 1
      else high = middle
    }
    return low
  }
  function add(entry: Ranked) {
    if (chunks.length === 0) chunks.push([])
    const at = chunkOf(entry)
    const chunk = chunks[at] as Ranked[]
    chunk.splice(placeIn(chunk, entry), 0, entry)
    if (chunk.length > mostInChunk) chunks.splice(at + 1, 0, chunk.splice(chunk.length >> 1))
  }
  function take(entry: Ranked) {
    const at = chunkOf(entry)
    const chunk = chunks[at] as Ranked[]
    chunk.splice(placeIn(chunk, entry), 1)
    if (chunk.length === 0) chunks.splice(at, 1)
  }
  return {
    size: () => scores.size,
    /** @param next null: the entry is not ranked any more */
    set(id: string, next: Score | null) {
      const before = scores.get(id)
      if (before && next && before.score === next.score && before.at === next.at) return
      if (before) take(before)
      scores.delete(id)
      if (!next) return
      const entry = { id, score: next.score, at: next.at }
      scores.set(id, entry)
      add(entry)
    },
    /** Replaces all entries: sorts them once. */
    fill(all: readonly Ranked[]) {
      scores.clear()
      for (const entry of all) scores.set(entry.id, entry)
      const sorted = all.toSorted((one, other) => (isBefore(one, other) ? -1 : 1))
      const half = mostInChunk >> 1
      chunks = Array.from({ length: Math.ceil(sorted.length / half) }, (_, nth) =>
        sorted.slice(nth * half, nth * half + half),
      )
    },
    scoreOf: (id: string): Score | null => scores.get(id) ?? null,
    /** From 1; null for an entry that is not ranked. */
    rankOf(id: string): number | null {
      const entry = scores.get(id)
      if (!entry) return null
      const at = chunkOf(entry)
      let before = 0
      for (let nth = 0; nth < at; nth += 1) before += (chunks[nth] as Ranked[]).length
      return before + placeIn(chunks[at] as Ranked[], entry) + 1
    },
    /** @param from the first rank, from 1 */
    slice(from: number, count: number): readonly Ranked[] {
      const found: Ranked[] = []
      let skip = from - 1
      for (const chunk of chunks) {
        if (found.length >= count) break
        if (skip >= chunk.length) skip -= chunk.length
        else {
          found.push(...chunk.slice(skip, skip + count - found.length))
          skip = 0
        }
      }
      return found
    },
  }
}
export type Ranking = ReturnType<typeof createRanking>

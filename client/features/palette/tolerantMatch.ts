import { editsToBeginnings } from '../../../shared/engine/textEdits.ts'
/** How well a text matches, the best lowest; null if it does not. */
export type Score = number | null

/** Scores from here on are of words that were mistyped. */
export const mistypedFrom = 100

/** In lower case, without accents and marks, as words. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/**
 * How well a query matches a name and its synonyms: each typed word must be the beginning of one of their words, a part of one, or one
 * mistyped. The name outranks the synonyms. "logout" matches "Log out".
 */
export function scoreOf(query: string, name: string, synonyms = ''): Score {
  const typed = withoutArticle(wordsIn(query))
  const named = wordsIn(name)
  // A drawing, such as an emoji, is not a word.
  if (typed.length === 0) return name.includes(query.trim()) ? 0 : null
  const others = wordsIn(synonyms)
  const [first = ''] = typed
  // Before all names: anyone may call themselves by the id of another.
  if (typed.length === 1 && /^\d{17}$/.test(first) && others.includes(first)) return -1
  if (named.join(' ') === typed.join(' ')) return 0
  let total = 1 + leftOut * Math.min(mostLeftOut, Math.max(0, named.length - typed.length))
  for (const [index, word] of typed.entries()) {
    const score = bestOf(word, named, others)
    if (score === null) return null
    total += score + (named[index]?.startsWith(word) ? 0 : 1)
  }
  return total
}

/** For each word of the name that was not typed: of two names the shorter one is meant. */
const leftOut = 0.6
const mostLeftOut = 4

/** "kick a player" asks for no word that begins with an a. */
const withoutArticle = (words: readonly string[]) => (words.length < 2 ? words : words.filter((word) => word !== 'a'))

function bestOf(word: string, named: readonly string[], others: readonly string[]): Score {
  const joined = named.join('')
  const inName = [...named, joined]
  if (named.includes(word)) return 0
  if (inName.some((one) => one.startsWith(word))) return 2
  if (others.includes(word)) return 4
  if (others.some((one) => one.startsWith(word))) return 6
  if (word.length > 1 && [...inName, ...others].some((one) => one.includes(word))) return 10
  // With two faults a synonym is another word: "restart" is not "restore".
  const faults = Math.min(
    ...inName.map((one) => faultsIn(word, one)),
    ...others.map((one) => faultsIn(word, one)).filter((count) => count < 2),
  )
  return faults <= allowedFaults(word) ? mistypedFrom * faults : null
}

/** Short words have too many neighbours. */
const allowedFaults = ({ length }: string) => (length < 3 ? 0 : length < 6 ? 1 : 2)

/** The faults in a word as far as it was typed: of "calibrtaion" in "calibration" one, of "calbr" too. */
function faultsIn(typed: string, word: string): number {
  const most = allowedFaults(typed)
  if (most === 0 || word.length < typed.length - most) return Number.POSITIVE_INFINITY
  // Hardly anyone mistypes the first letter: without this too much is found.
  if (typed[0] !== word[0] && typed[0] !== word[1]) return Number.POSITIVE_INFINITY
  const edits = editsToBeginnings(typed, word.slice(0, typed.length + most + 1))
  // Every short text is near the beginning of some word.
  if (typed.length < 4) return word.length > typed.length + most ? Number.POSITIVE_INFINITY : (edits.at(-1) ?? 0)
  return Math.min(...edits.slice(typed.length - most))
}

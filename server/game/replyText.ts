import type { GameAction } from '../../shared/features/deliveries/kinds.ts'

export type Judgement = 'confirmed' | 'refused' | 'unclear'

const success =
  /\b(?:slain|slayed|killed|healed|kicked|banned|unbanned|teleported|grown|sent|saved|added|removed|done|success(?:ful(?:ly)?)?|ok)\b/i

/**
 * Judges a reply of undocumented form: it is a refusal if it contains words of refusal, otherwise a confirmation. It is unclear where those
 * words may belong to a name and no word of success is next to them.
 */
export function judgeReplyText(reply: string, echoes: readonly string[]): Judgement {
  const bare = withoutEchoes(reply, echoes)
  if (soundsRefused(bare)) return 'refused'
  return soundsRefused(reply) && !success.test(bare) ? 'unclear' : 'confirmed'
}

const refusal =
  /\b(?:not found|no such|unknown|invalid|fail(?:ed|ure)?|errors?|denied|not online|unable|cannot|usage)\b/i

/** Whether a reply contains words of refusal. Pass it without texts chosen by users. */
export const soundsRefused = (reply: string): boolean => refusal.test(reply)

/** Shorter texts occur by chance in other words, and contain no word of success or refusal. */
const minEchoLength = 4

/** Normalizes what links replace in commands, so that a text is found in either form. */
const normalized = (text: string) =>
  text.replaceAll('"', "'").replaceAll(';', ',').replaceAll('\\', '/').replace(/\s+/g, ' ').trim()

/** The texts chosen by users that a reply may repeat: names, reason, text, and the command itself. */
export const echoesOf = ({ target, detail }: GameAction, command: string): readonly string[] =>
  [command, detail.text, detail.reason, target?.name, detail.destinationName].filter((said) => said !== undefined)

/** A reply without the texts chosen by users, where they occur as whole words. */
export function withoutEchoes(reply: string, echoes: readonly string[]): string {
  const longestFirst = echoes
    .map(normalized)
    .filter(({ length }) => length >= minEchoLength)
    .sort((one, other) => other.length - one.length)
  return longestFirst.reduce(withoutWhole, normalized(reply))
}

const endsInWord = /[\p{L}\p{N}]$/u
const beginsWithWord = /^[\p{L}\p{N}]/u

/** Uses indexOf, since compiling a pattern for each text takes longer than the rest. */
function withoutWhole(text: string, echo: string): string {
  // Two code units, since a letter may be a surrogate pair.
  const standsAlone = (at: number, end: number) =>
    !endsInWord.test(text.slice(Math.max(0, at - 2), at)) && !beginsWithWord.test(text.slice(end, end + 2))
  let left = ''
  let kept = 0
  for (let at = text.indexOf(echo); at >= 0; ) {
    const end = at + echo.length
    const isWhole = standsAlone(at, end)
    if (isWhole) {
      left += `${text.slice(kept, at)} … `
      kept = end
    }
    at = text.indexOf(echo, isWhole ? end : at + 1)
  }
  return left + text.slice(kept)
}

/** Whether a reply contains replacement characters of the decoder or control characters. */
export const isUnreadable = (reply: string): boolean => /[\u{FFFD}]|(?![\r\n\t])\p{Cc}/u.test(reply)

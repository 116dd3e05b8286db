import type { GameAction } from '../../shared/features/deliveries/kinds.ts'

export type Judgement = 'confirmed' | 'refused' | 'unclear'

const doing =
  /\b(?:slain|slayed|killed|healed|kicked|banned|unbanned|teleported|grown|sent|saved|added|removed|done|success(?:ful(?:ly)?)?|ok)\b/i

/**
 * What a reply proves whose form nobody has written down: all that does not read like a no is a yes. Where the no may be
 * somebody's name, and nothing beside it says that it was done, nobody can tell.
 */
export function judgeReplyText(reply: string, echoes: readonly string[]): Judgement {
  const bare = withoutEchoes(reply, echoes)
  if (soundsRefused(bare)) return 'refused'
  return soundsRefused(reply) && !doing.test(bare) ? 'unclear' : 'confirmed'
}

const refusing =
  /\b(?:not found|no such|unknown|invalid|fail(?:ed|ure)?|errors?|denied|not online|unable|cannot|usage)\b/i

/** Whether a reply reads like a no. Give it without what people chose: that says nothing. */
export const soundsRefused = (reply: string): boolean => refusing.test(reply)

/** Shorter ones stand by chance inside other words, and hold none that says yes or no. */
const shortestEcho = 4

/** Links replace what would part a command: the same text is found again in either form. */
const folded = (text: string) =>
  text.replaceAll('"', "'").replaceAll(';', ',').replaceAll('\\', '/').replace(/\s+/g, ' ').trim()

/** What people chose of an action, which may come back in the reply: names, the reason, the text, and the command itself. */
export const echoesOf = ({ target, detail }: GameAction, command: string): readonly string[] =>
  [command, detail.text, detail.reason, target?.name, detail.destinationName].filter((said) => said !== undefined)

/** A reply without what people chose, wherever that stands by itself in it: only what is left says something. */
export function withoutEchoes(reply: string, echoes: readonly string[]): string {
  const longestFirst = echoes
    .map(folded)
    .filter(({ length }) => length >= shortestEcho)
    .sort((one, other) => other.length - one.length)
  return longestFirst.reduce(withoutWhole, folded(reply))
}

const endsInWord = /[\p{L}\p{N}]$/u
const beginsWithWord = /^[\p{L}\p{N}]/u

/** Searched for by hand: to make a pattern of each text takes longer than all else that is done with a reply. */
function withoutWhole(text: string, echo: string): string {
  // Two units beside it: a letter may be a pair of them.
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

/** Whether a reply holds what is no text: bytes that a decoder has replaced, or control characters. */
export const isUnreadable = (reply: string): boolean => /[\u{FFFD}]|(?![\r\n\t])\p{Cc}/u.test(reply)

import type { GameAction } from '../../shared/features/deliveries/kinds.ts'

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
  return longestFirst.reduce((left, echo) => left.replace(asWhole(echo), ' … '), folded(reply))
}

const asWhole = (text: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu')

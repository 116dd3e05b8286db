import { isInvisible } from '../../../shared/engine/isInvisible.ts'
import { turningMarks } from '../../../shared/engine/turningMarks.ts'
import { plainLine } from '../commandTemplates.ts'

/** The longest texts that are taken from the game, in characters. Steam's names have at most 32. */
export const longest = {
  name: 64,
  species: 40,
  mutation: 60,
  serverName: 200,
  map: 80,
  version: 60,
  playable: 60,
  /** A reply that is shown to staff. */
  reply: 2_000,
} as const

/**
 * A text of the game as the hub keeps it: one line without control characters, cut to a length. Null where nothing is left of it that
 * can be seen: players do choose blanks of Hangul and braille as names, and could not be found in a list.
 * Applied where a reply is parsed, so that nothing behind it meets more.
 */
export const gameText = (text: string | undefined, most: number): string | null => {
  // Before it is searched: a text may have megabytes.
  const line = plainText((text ?? '').slice(0, 8 * most))
  const cut = [...line].slice(0, most).join('').trim()
  return isInvisible(cut) ? null : cut
}

const plainText = (text: string) => plainLine(text.replaceAll(turningMarks, ''))

/** A reply as staff read it: its lines without control characters, cut to a length. */
export const replyText = (reply: string): string =>
  reply
    .slice(0, 8 * longest.reply)
    .split(/\r?\n/)
    .map(plainText)
    .join('\n')
    .trim()
    .slice(0, longest.reply)
    .toWellFormed()

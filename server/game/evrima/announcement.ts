import { LinkError } from '../link.ts'

/** The game takes 1000 bytes, of which the frame needs two. */
export const argumentBytes = 998

/**
 * The text as the game may be sent it. Line ends and every other control character become spaces: a NUL would end the
 * frame, and what follows it would be run as a command.
 */
export const announcementText = (text: string): string => {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  if (line === '') throw new LinkError('unsendable', 'The announcement is empty. Write what players should read.')
  const bytes = Buffer.byteLength(line)
  if (bytes > argumentBytes)
    throw new LinkError(
      'unsendable',
      `The announcement has ${bytes} bytes and the game shows at most ${argumentBytes}. Shorten it.`,
    )
  return line
}

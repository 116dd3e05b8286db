import { soundsRefused } from './soundsRefused.ts'
import { withoutEchoes } from './withoutEchoes.ts'

export type Judgement = 'confirmed' | 'refused' | 'unclear'

const doing =
  /\b(?:slain|slayed|killed|healed|kicked|banned|unbanned|teleported|grown|sent|saved|added|removed|done|success(?:ful(?:ly)?)?|ok)\b/i

/**
 * What a reply proves whose form nobody has written down: all that does not read like a no is a yes. Where the no may be
 * somebody's name, and nothing beside it says that it was done, nobody can tell.
 */
export function judgeWords(reply: string, echoes: readonly string[]): Judgement {
  const bare = withoutEchoes(reply, echoes)
  if (soundsRefused(bare)) return 'refused'
  return soundsRefused(reply) && !doing.test(bare) ? 'unclear' : 'confirmed'
}

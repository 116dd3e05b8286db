import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { isGarbled } from '../isGarbled.ts'
import { type Judgement, judgeWords } from '../judgeWords.ts'
import { soundsRefused } from '../soundsRefused.ts'
import { withoutEchoes } from '../withoutEchoes.ts'

/** How the game says that it has done it. Of the other commands nobody has written down what it says. */
const confirming: Readonly<Partial<Record<DeliveryKind, RegExp>>> = {
  kick: /was kicked/i,
  ban: /was kicked and banned|was banned/i,
  broadcast: /announcement sent/i,
  save: /game saved/i,
  wipeCorpses: /corpses? wiped/i,
}

/**
 * What a reply proves. `unclear`: it is cut, or nonsense, or says both, or something that nobody knows. Names and reasons are chosen
 * by people, so that what they say is no answer.
 */
export function judgeReply(kind: DeliveryKind, reply: string, echoes: readonly string[]): Judgement {
  if (isGarbled(reply)) return 'unclear'
  const form = confirming[kind]
  if (!form) return judgeWords(reply, echoes)
  const bare = withoutEchoes(reply, echoes)
  const isConfirmed = form.test(bare)
  if (soundsRefused(bare)) return isConfirmed ? 'unclear' : 'refused'
  return isConfirmed ? 'confirmed' : 'unclear'
}

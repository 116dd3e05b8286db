import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { isGarbled } from '../isGarbled.ts'
import { soundsRefused } from '../soundsRefused.ts'

/** How the game says that it has done it. Of the other commands nobody has written down what it says. */
const confirming: Readonly<Partial<Record<DeliveryKind, RegExp>>> = {
  kick: /was kicked/i,
  ban: /was kicked and banned|was banned/i,
  broadcast: /announcement sent/i,
  save: /game saved/i,
  wipeCorpses: /corpses? wiped/i,
}

/** What a reply proves. `unclear`: it is cut, or nonsense, or says something that nobody knows. */
export function judgeReply(kind: DeliveryKind, reply: string, sent: string): 'confirmed' | 'refused' | 'unclear' {
  if (isGarbled(reply)) return 'unclear'
  const form = confirming[kind]
  if (form?.test(reply)) return 'confirmed'
  if (soundsRefused(reply, sent)) return 'refused'
  return form ? 'unclear' : 'confirmed'
}

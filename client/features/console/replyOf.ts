import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { consoleErrorText, outcomeWords } from '../../../shared/features/deliveries/outcomeWords.ts'
import type { ConsoleEntry, ConsoleReply } from './consoleAtom.ts'

type Told = Parameters<typeof outcomeWords>[0]

/** The line under a command: the game's own words where it has answered, and never more than is known. */
export function replyOf(
  { problem, end, id }: Pick<ConsoleEntry, 'problem' | 'end' | 'id'>,
  one: Told | undefined,
): ConsoleReply {
  if (problem !== null) return { tone: 'bad', text: consoleErrorText(problem.replace(/^❌ /, '')) }
  if (one) return replyOfDelivery(one)
  if (end) return end
  return { tone: 'waiting', text: id === null ? 'Sending it to the hub.' : 'Asked for. Waiting for its outcome.' }
}

function replyOfDelivery(one: Told): ConsoleReply {
  const { tone, text } = outcomeWords(one)
  if (one.kind === 'toggle' && one.link === 'evrima' && one.state === 'confirmed') return { tone, text: turnWords(one) }
  if (one.state === 'confirmed' || one.state === 'done') return { tone, text: one.reply?.trim() || text }
  if (tone === 'waiting') return { tone, text }
  if (one.state === 'failed' || one.state === 'refused')
    return { tone, text: consoleErrorText(one.why || one.reply || null) }
  return { tone, text: text.replace(/^❌ /, '') }
}

/** What the game replies to a turn is not to be trusted: its settings were read, and tell. */
function turnWords({ why, reply, detail, settledByName }: Told) {
  if (why) return why
  if (settledByName) return `Seen to be ${detail.on ? 'on' : 'off'} by ${settledByName}.`
  const said = reply?.trim() ? ` Its reply was “${reply.trim()}”.` : ''
  return `It is ${detail.on ? 'on' : 'off'} now, as the settings of the game say.${said}`
}

/** What is kept of one that is over; null while it is not. */
export const endOf = (one: Pick<Delivery, 'state'> & Told): ConsoleReply | null =>
  isOpenState(one.state) ? null : replyOfDelivery(one)

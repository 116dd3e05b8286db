import { commandFailedText, consoleErrorText, outcomeText } from '../deliveries/outcomeTexts.ts'
import type { ConsoleTone } from './console.ts'

type OutcomeSource = Parameters<typeof outcomeText>[0]

export interface ConsoleReply {
  readonly tone: ConsoleTone
  readonly text: string
}

/** The line under a command: the game's own reply where there is one, and never more than is known. */
export function consoleReplyOf(one: OutcomeSource): ConsoleReply {
  const { tone, message, text } = outcomeText(one)
  const gameReply = one.settledBy === null ? one.reply?.trim() : ''
  if (one.kind === 'toggle' && one.link === 'evrima' && one.state === 'confirmed')
    return { tone, text: switchText(one) }
  if (one.state === 'confirmed' || one.state === 'done') return { tone, text: gameReply || text }
  if (tone === 'waiting') return { tone, text: message }
  if (one.state === 'failed' || one.state === 'refused')
    return { tone, text: consoleErrorText(message === commandFailedText ? null : message) }
  if (one.state === 'cancelled' || one.state === 'dropped') return { tone: 'cancelled', text: message }
  return { tone, text: message }
}

/** The game's reply to a switch command is not reliable; its settings, read afterwards, are. */
function switchText({ why, reply, detail, settledBy, settledByName }: OutcomeSource) {
  if (settledBy !== null) return `${settledByName || 'Staff'} settled it as ${detail.on ? 'on' : 'off'}.`
  if (why) return why
  const replyText = reply?.trim() ? ` Its reply was “${reply.trim()}”.` : ''
  return `It is ${detail.on ? 'on' : 'off'} now, according to the game's settings.${replyText}`
}

/** What a notice says of a line that failed, once. @param link null: it never became an order */
export function consoleNotice(link: OutcomeSource['link'] | 'hub', reply: string): string {
  const what = link === null ? 'Failed to execute command' : commandFailedText
  const why = reply.replace(/^Error: /, '')
  return why === commandFailedText ? what : `${what}: ${why}`
}

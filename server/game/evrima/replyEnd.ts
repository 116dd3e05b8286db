import type { Opcode } from './opcodes.ts'
import { withoutPreamble } from './preamble.ts'

/**
 * Whether the text received so far is the whole reply. `whole`: certainly. `likely`: when quiet for a moment.
 * `unsure`: when quiet for longer. `half`: certainly not.
 */
export type ReplyEnd = 'whole' | 'likely' | 'unsure' | 'half'

/** How replies end is learned from each connection anew: a server may come back as another build. */
export function createReplyEnds(): (command: Opcode | 'login', text: string, argument?: string) => ReplyEnd {
  let marked = false
  return (command, text, argument = '') => {
    if (command === 'login') return loginEnd(text)
    if (command === 'playerlist') return playerListEnd(text)
    if (command === 'announce') return announcementEnd(text, argument)
    if (command !== 'getplayerdata') return lastWords[command]?.test(text) ? 'whole' : 'likely'
    const end = playerDataEnd(text, marked)
    marked ||= end === 'whole'
    return end
  }
}

/** What is done is said in so many words, with which the reply ends. */
const lastWords: Readonly<Partial<Record<Opcode, RegExp>>> = {
  kick: /was kicked\r?\n?$/,
  ban: /was kicked and banned\r?\n?$/,
  save: /Game saved\.?\r?\n?$/,
  wipecorpses: /Corpses wiped\.?\r?\n?$/,
}

const loginEnd = (text: string): ReplyEnd =>
  text === 'Password Accepted' || text === 'Incorrect Password' ? 'whole' : 'likely'

/** The game repeats what it has announced; what is long it cuts, at a length that nobody is sure of. */
const announcementEnd = (text: string, said: string): ReplyEnd =>
  said !== '' && text.replace(/\r?\n$/, '').endsWith(`Announcement Sent: ${said}`) ? 'whole' : 'likely'

/** Ids and names are followed by a comma each. Names may hold more commas, so that enough of them proves nothing. */
function playerListEnd(text: string): ReplyEnd {
  const body = withoutPreamble(text)
  if ('PlayerList\n'.startsWith(body)) return 'unsure'
  const [, ids, names] = body.split('\n')
  if (ids === '') return 'whole'
  return commas(names) < commas(ids) ? 'half' : 'likely'
}

const commas = (line = '') => line.split(',').length - 1

/** Builds from 2026 on close with a line of its own; those before put the first row on the line of the type. */
function playerDataEnd(text: string, marked: boolean): ReplyEnd {
  const tail = text.slice(-20)
  if (/\nPlayerDataEnd\r?\n$/.test(tail)) return 'whole'
  if (/\nPlayerDataEnd\r?$/.test(tail)) return 'likely'
  if (withoutPreamble(text.slice(0, 80)).startsWith('PlayerDataName:')) return text.endsWith('\n') ? 'likely' : 'unsure'
  return marked ? 'half' : 'unsure'
}

/** The labels of the specification for the same commands on its two pages. */
export interface DeskLabels {
  readonly title: string
  readonly target: string
  /** Null: not on this page. */
  readonly heal: string | null
  readonly slay: string | null
  readonly kick: string
  readonly ban: string
  readonly send: string
  readonly destination: string
  readonly teleport: string
  readonly noTarget: Readonly<Record<'one' | 'message' | 'teleport', string>>
  readonly noMessage: string
  readonly noDestination: string
}

const noTarget = '❌ Please enter a target player name'
export const staffLabels: DeskLabels = {
  title: 'Admin Controls',
  target: 'Target player',
  heal: 'Heal',
  slay: 'Slay',
  kick: 'Kick',
  ban: 'Ban',
  send: 'Send Message',
  destination: 'Destination player',
  teleport: 'Teleport',
  noTarget: { one: noTarget, message: noTarget, teleport: noTarget },
  noMessage: '❌ Please enter a message',
  noDestination: '❌ Please enter destination player name',
}

const noNameOrMessage = '❌ Please enter player name and message'
const noNames = '❌ Please enter both player names'
export const ownerLabels: DeskLabels = {
  title: 'Moderation',
  target: 'Player name',
  heal: null,
  slay: null,
  kick: 'Kick Player',
  ban: 'Ban Player',
  send: 'Send Private Message',
  destination: 'Destination player name',
  teleport: 'Teleport Player',
  noTarget: { one: '❌ Please enter a player name', message: noNameOrMessage, teleport: noNames },
  noMessage: noNameOrMessage,
  noDestination: noNames,
}

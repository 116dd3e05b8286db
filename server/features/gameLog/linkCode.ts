import { createHash } from 'node:crypto'
import type { Person } from '../../../shared/engine/document.ts'
import { PlayerId } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { SteamUser } from '../../../shared/features/account/identity.ts'
import type * as commands from '../../../shared/features/gameLog/commands.ts'
import {
  linkAttempt,
  linkCodeMs,
  linkCodes,
  logLink,
  mostLinkCodes,
  mostWrongCodes,
} from '../../../shared/features/gameLog/gameLog.ts'
import type { LogPlayer } from '../../../shared/features/gameLog/lines.ts'
import { present } from '../../../shared/features/play/playRecord.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountLinkedTo, accountOf, resolveAccount } from '../account/rules.ts'
import { ownerSteamIds } from '../rights/rights.ts'

/** Without signs that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 6

/** Only the player behind a SteamID64 can type in the game's chat under it: the game vouches for the id. */
const steamId = /^7656\d{13}$/

/** The code of a chat message `!link CODE`, in capitals; null for any other message. */
export const codeIn = (text: string): string | null =>
  /^\s*!link\s+([A-Za-z0-9]{4,12})\s*$/.exec(text)?.[1]?.toUpperCase() ?? null

/** @param unguessable a text that only the hub knows */
const codeFrom = (unguessable: string) =>
  [...createHash('sha256').update(unguessable).digest().subarray(0, length)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')

const hashOf = (code: string) => createHash('sha256').update(`link ${code}`).digest('hex')

export const makeLinkCode: Rule<typeof commands.makeLinkCode> = (context, { server }) => {
  const { actor, read, edit, refuse, now, newId } = context
  const id = accountOf(actor)
  if (!actor.session) return refuse('notASession')
  if (read(account, id).steam !== null) return refuse('linkedAlready')
  // Where no chat is recorded, codes are still read.
  if (read(logLink, server).state !== 'following') return refuse('noChat')
  const { codes } = edit(linkCodes)
  for (const [hash, one] of Object.entries(codes)) if (one.account === id || one.endsAt <= now) delete codes[hash]
  if (Object.keys(codes).length >= mostLinkCodes) return refuse('tooMany')
  const code = codeFrom(newId())
  const endsAt = now + linkCodeMs
  codes[hashOf(code)] = { account: id, endsAt }
  Object.assign(edit(linkAttempt, id), { state: 'waiting', endsAt })
  return { code, endsAt }
}

/**
 * Links the player who typed a code to the account that made it. A code works once. Wrong codes are counted for each player.
 * The game does not escape line ends, so on some builds a player could write a line of the log that looks like another player's: the
 * player must be in the game, and an owner by configuration is never linked by a line of the log.
 */
export function redeemLinkCode(context: Context, server: string, player: LogPlayer, code: string) {
  const { read, edit, now, setting } = context
  const isInGame = Object.hasOwn(read(present, server).players, player.id)
  if (!steamId.test(player.id) || !isInGame || isTooWrong(context, player.id)) return
  if (setting(ownerSteamIds).includes(player.id)) return
  const hash = hashOf(code)
  const found = read(linkCodes).codes[hash]
  if (!found || found.endsAt <= now) return noteWrong(context, player.id)
  delete edit(linkCodes).codes[hash]
  Object.assign(edit(linkAttempt, found.account), { state: linkTo(context, found.account, player), endsAt: null })
}

function linkTo(context: Context, id: string, player: LogPlayer): 'linked' | 'belongsToOther' | 'none' {
  const { read } = context
  const { createdAt, demo, steam } = read(account, id)
  if (createdAt === 0 || steam !== null) return 'none'
  const holder = accountLinkedTo(read, 'steam', player.id, demo)
  if (holder !== undefined && holder !== id && read(account, holder).createdAt > 0) return 'belongsToOther'
  const identity = SteamUser.parse({ provider: 'steam', steamId: player.id, displayName: player.name || 'Player' })
  const refuse = (code: string) => {
    throw new Error(`The link of a player was refused: ${code}`)
  }
  resolveAccount(
    { ...context, refuse: refuse as never },
    { identity, demo, current: PlayerId.parse(id), newAccount: null },
  )
  return 'linked'
}

const isTooWrong = ({ read, now }: Pick<Context, 'read' | 'now'>, player: string) => {
  const wrong = read(linkCodes).wrong[player]
  return wrong !== undefined && wrong.count >= mostWrongCodes && now - wrong.since < linkCodeMs
}

function noteWrong({ edit, now }: Pick<Context, 'edit' | 'now'>, player: string) {
  const { wrong } = edit(linkCodes)
  for (const [other, { since }] of Object.entries(wrong)) if (now - since >= linkCodeMs) delete wrong[other]
  const { count, since } = wrong[player] ?? { count: 0, since: now }
  wrong[player] = { count: count + 1, since }
}

export function eraseFromLinkCodes({ edit }: Pick<Context, 'edit'>, person: Person) {
  const { codes, wrong } = edit(linkCodes)
  for (const [hash, one] of Object.entries(codes)) if (one.account === person.account) delete codes[hash]
  for (const player of person.players) delete wrong[player]
}

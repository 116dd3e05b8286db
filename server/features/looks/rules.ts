import type { PlayerId } from '../../../shared/engine/ids.ts'
import type * as commands from '../../../shared/features/looks/commands.ts'
import type { LookEntry } from '../../../shared/features/looks/commands.ts'
import { type Look, looks } from '../../../shared/features/looks/looks.ts'
import type { Rule } from '../../engine/rule.ts'

export const looksArchive = 'looks'
/** One list of all: an owner reads who has looked, and not what one person did. */
export const looksKey = 'all'

export const lookName = (account: string, at: Look['at']) => `${account} ${at}`

/** Where a look begins and ends in the name under which it is open. */
export function lookOf(name: string): { account: PlayerId; at: Look['at'] } {
  const space = name.lastIndexOf(' ')
  return { account: name.slice(0, space) as PlayerId, at: name.slice(space + 1) as Look['at'] }
}

/** One that is open goes on: it began when it began. */
export const beginLook: Rule<typeof commands.beginLook> = ({ edit }, { account, name, at, from }) => {
  edit(looks).open[lookName(account, at)] ??= { name, at, from }
  return {}
}

/** What has ended already is not written down twice. */
export const endLook: Rule<typeof commands.endLook> = ({ edit, record }, { account, at, to, cut }) => {
  const { open } = edit(looks)
  const look = open[lookName(account, at)]
  if (!look) return {}
  const { name, from } = look
  const entry: LookEntry = { account, name, at, from, to: Math.max(from, to), cut }
  record(looksArchive, looksKey, entry)
  delete open[lookName(account, at)]
  return {}
}

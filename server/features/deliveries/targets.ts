import { account } from '../../../shared/features/account/account.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import type { Target } from '../../../shared/features/deliveries/kinds.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type { Wishing } from './give.ts'
import { accountsPlaying } from './standing.ts'

/** SteamID64, or the EOS id of older builds: what nobody's name may pass for. */
const idOfGame = /^(?:\d{17}|[0-9a-f]{32})$/i

/**
 * Who is meant by what was typed: an id before any name, so that nobody can call themselves by the id of another. A name is
 * looked for among those in the game and those banned by us.
 */
export function targetOf(context: Wishing, server: string, typed: string): Target {
  const { read, refuse } = context
  const wanted = typed.trim()
  if (wanted === '') return refuse('noTarget')
  const { players } = read(roster, server)
  if (Object.hasOwn(players, wanted) || idOfGame.test(wanted)) return targetCalled(context, server, wanted)
  const name = wanted.toLowerCase()
  const known = [...Object.values(players), ...bannedBy(context, server)]
  const ids = [...new Set(known.flatMap((one) => (one.name.trim().toLowerCase() === name ? one.id : [])))]
  if (ids.length > 1) return refuse('ambiguous')
  const [id] = ids
  return id === undefined ? refuse('unknownPlayer') : targetCalled(context, server, id)
}

/** As the game calls them now, or as they are known here. */
export function targetCalled(context: Pick<Wishing, 'read'>, server: string, id: string): Target {
  const { read } = context
  const inGame = Object.hasOwn(read(roster, server).players, id) ? read(roster, server).players[id]?.name : ''
  const [linked] = accountsPlaying(context, id)
  const here = linked === undefined ? undefined : read(account, linked).name
  const banned = bannedBy(context, server).find((one) => one.id === id)?.name
  return { id, name: (inGame || here || banned || id).slice(0, 200) }
}

const bannedBy = ({ read }: Pick<Wishing, 'read'>, server: string) =>
  Object.entries(read(bans, server).bans).map(([id, { name }]) => ({ id, name }))

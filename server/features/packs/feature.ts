import { account } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/packs/commands.ts'
import { isMember, membership, pack, packNameLength, suggestedPackName } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { packPlayers } from '../../../shared/features/packs/queries.ts'
import { idsPattern } from '../../engine/erasedIds.ts'
import { derive, type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { packCodes } from './codes.ts'
import { packCooldowns } from './cooldown.ts'
import { isNamedFor } from './membership.ts'
import * as rules from './rules.ts'

export const packsFeature: Feature = {
  name: 'packs',
  documents: [pack, membership, packLife, packCodes, packCooldowns],
  removals: [
    {
      kind: packLife,
      remove({ read, edit }, { account }) {
        const { pack: own } = read(membership, account)
        if (own === null) return
        const { pings } = edit(packLife, own)
        for (const [ping, { by }] of Object.entries(pings)) if (by === account) delete pings[ping]
      },
    },
    {
      kind: pack,
      remove(context, { account }) {
        const { read, edit } = context
        const { pack: own } = read(membership, account)
        if (own === null) return
        const { name = '' } = read(pack, own).members[account] ?? {}
        rules.leaveFrom(context, own, account)
        if (isNamedFor(read(pack, own).name, name)) edit(pack, own).name = 'Pack'
      },
    },
    {
      kind: packCooldowns,
      remove({ edit }, { account }) {
        const { pingedAt, createdUntil } = edit(packCooldowns)
        for (const times of [pingedAt, createdUntil]) delete times[account]
      },
    },
  ],
  commands: [
    implement(commands.createPack, rules.createPack),
    implement(commands.joinPack, rules.joinPack),
    implement(commands.leavePack, rules.leavePack),
    implement(commands.removeMember, rules.removeMember),
    implement(commands.handOverPack, rules.handOverPack),
    implement(commands.renewCode, rules.renewCode),
    implement(commands.disbandPack, rules.disbandPack),
    implement(commands.setSharing, rules.setSharing),
    implement(commands.pingPlace, rules.pingPlace),
    implement(commands.setWaypoint, rules.setWaypoint),
    implement(commands.reportPack, rules.reportPack),
  ],
  queries: [implementQuery(packPlayers, answerPackPlayers)],
  derivations: [
    derive(account, ({ read, edit }, key, before) => {
      const { name } = read(account, key)
      const { pack: own } = read(membership, key)
      if (own === null || name === before.name || !isMember(read(pack, own), key)) return
      const draft = edit(pack, own)
      Object.assign(draft.members[key] ?? {}, { name: name || key })
      // Or an erasure would no longer find whose name it is.
      draft.name = renamedPack(draft.name, before.name, name || key)
    }),
  ],
}

/** The name of a pack once a member has another name: many packs are named for the user who made them. */
function renamedPack(packName: string, from: string, to: string): string {
  if (packName === suggestedPackName(from)) return suggestedPackName(to)
  const former = idsPattern([from])
  const renamed = former ? packName.replace(new RegExp(former, 'giu'), () => to) : packName
  return renamed.length > packNameLength ? suggestedPackName(to) : renamed
}

/** The in-game player ids of members of the user's pack, by account; without those who hide and those without a linked player. */
export function answerPackPlayers(
  { principal, read }: Pick<QueryContext, 'principal' | 'read'>,
  asked: { readonly members: readonly string[] },
): { players: Record<string, string> } {
  const key = principal.id === null ? null : read(membership, principal.id).pack
  const own = key === null ? null : read(pack, key)
  if (!own || !isMember(own, principal.id)) return { players: {} }
  const players: Record<string, string> = {}
  for (const id of asked.members) {
    if (!isMember(own, id) || own.members[id]?.sharedSince == null) continue
    const { steamId } = read(account, id)
    if (steamId !== null) players[id] = steamId
  }
  return { players }
}

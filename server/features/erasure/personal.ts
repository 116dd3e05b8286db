import type { DocumentKind } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account, identities, identityBuckets } from '../../../shared/features/account/account.ts'
import { bans, deliveries, deliveryPrivateFields, ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import { erasures } from '../../../shared/features/erasure/erasures.ts'
import { looks } from '../../../shared/features/looks/looks.ts'
import { mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import { mapSheet } from '../../../shared/features/mapSheet/mapSheet.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { playRecord, present } from '../../../shared/features/play/playRecord.ts'
import { unnoted } from '../../../shared/features/play/unnoted.ts'
import { regionCounts } from '../../../shared/features/regions/regionCounts.ts'
import { staff, staffKey } from '../../../shared/features/roles/staff.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { server } from '../../../shared/features/server/server.ts'
import { switches } from '../../../shared/features/server/switches.ts'
import { ownSessions, sessions } from '../../../shared/features/session/session.ts'
import { endedSignIns, signInSecret } from '../../../shared/features/session/signIns.ts'
import { staffPresence } from '../../../shared/features/staffPresence/staffPresence.ts'
import { tokenOwners, tokens } from '../../../shared/features/tokens/tokens.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Context } from '../../engine/rule.ts'
import { eraseFromBans, eraseFromDeliveries } from '../deliveries/store.ts'
import { lookOf } from '../looks/rules.ts'
import { packCodes } from '../packs/codes.ts'
import { packPace } from '../packs/pace.ts'
import { leavePack } from '../packs/rules.ts'
import { noteNoMore } from '../play/unnotedPlayers.ts'
import { close } from '../session/openSessions.ts'
import { removeToken } from '../tokens/ownTokens.ts'

/** The person to erase, as of the request. */
export interface Subject {
  readonly id: string
  /** SteamIDs that are linked to the account, or were and belong to no other account now. */
  readonly steamIds: readonly string[]
}

interface Removal {
  readonly kind: DocumentKind
  /** Removes the person from shared documents; called before their own documents are cleared. */
  readonly remove: (context: Context, subject: Subject) => void
}
const removal = (kind: DocumentKind, remove: Removal['remove']): Removal => ({ kind, remove })

/** Documents whose key is the account id: reset to their defaults. */
export const accountKinds: readonly DocumentKind[] = [
  account,
  ownSessions,
  tokens,
  wallet,
  mapSettings,
  membership,
  vitals,
  ownDeliveries,
]

/** Documents that hold data of several people, in the order in which the person is removed from them. */
export const removals: readonly Removal[] = [
  removal(packLife, ({ read, edit }, { id }) => {
    const { pack: own } = read(membership, id)
    if (own === null) return
    const { pings } = edit(packLife, own)
    for (const [ping, { by }] of Object.entries(pings)) if (by === id) delete pings[ping]
  }),
  removal(pack, (context, { id }) => {
    if (context.read(membership, id).pack !== null) leavePack({ ...context, refuse: unexpected }, {})
  }),
  removal(packPace, ({ edit }, { id }) => {
    const { pingedAt, foundedUntil } = edit(packPace)
    for (const times of [pingedAt, foundedUntil]) delete times[id]
  }),
  removal(sessions, (context, { id }) => {
    for (const bucket of buckets) {
      const { open } = context.read(sessions, bucket)
      const own = Object.keys(open).filter((key) => open[key]?.accountId === id)
      for (const key of own) close(context, key)
    }
  }),
  removal(tokenOwners, (context, { id }) => {
    for (const token of Object.keys(context.read(tokens, id).tokens)) removeToken(context, id, token)
  }),
  removal(identities, ({ read, edit }, { id }) => {
    for (const bucket of buckets) {
      for (const [key, owner] of Object.entries(read(identities, bucket).accounts))
        if (owner === id) delete edit(identities, bucket).accounts[key]
    }
  }),
  removal(staff, ({ edit }, { id }) => {
    delete edit(staff, staffKey).grants[id]
  }),
  removal(deliveries, eraseFromDeliveries),
  removal(bans, eraseFromBans),
  removal(mapSheet, ({ edit }, { id }) => {
    const { calibration } = edit(mapSheet, mainServer)
    if (calibration?.by === id) calibration.byName = ''
  }),
  removal(looks, ({ edit }, { id }) => {
    for (const [name, look] of Object.entries(edit(looks).open)) if (lookOf(name).account === id) look.name = ''
  }),
  removal(present, ({ edit }, { steamIds }) => {
    for (const steamId of steamIds) delete edit(present, mainServer).players[steamId]
  }),
  // The player may still be in the game: the next reading must not record them again.
  removal(unnoted, (context, { steamIds }) => {
    for (const steamId of steamIds) noteNoMore(context, steamId)
  }),
]

/** Documents whose key is the SteamID64: cleared, and deleted from the store together with their key. */
export const playerKinds: readonly DocumentKind[] = [playRecord]

/** Documents that need no erasure, with the reason. */
export const exemptKinds: readonly (readonly [DocumentKind, string])[] = [
  [server, 'is about the game server'],
  [switches, 'is about the game server'],
  [roster, 'mirrors the game, whoever has an account; recordings of it lose the name and the id'],
  [regionCounts, 'holds counts of at least three players'],
  [packCodes, 'is deleted with its pack'],
  [staffPresence, 'lists who watches it now, and a signed-out page watches nothing'],
  [deliveryPrivateFields, 'is deleted with its delivery'],
  [erasures, 'is the list of pending erasures'],
  [signInSecret, 'is a random number of the hub'],
  [endedSignIns, 'holds hashes of random numbers for 15 minutes'],
]

/** Sessions and identities are kept in buckets by the first two digits of a hash. */
const buckets = Array.from({ length: identityBuckets }, (_, bucket) => bucket.toString(16).padStart(2, '0'))

const unexpected = (code: string): never => {
  throw new Error(`A member could not leave their pack (${code})`)
}

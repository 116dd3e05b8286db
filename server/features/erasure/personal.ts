import type { DocumentKind } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account, identities, identityBuckets } from '../../../shared/features/account/account.ts'
import { bans, deliveries, ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import { deliveryWords } from '../../../shared/features/deliveries/deliveryWords.ts'
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
import { takeOutOfDeliveries, unnameInBans } from '../deliveries/takeOut.ts'
import { lookOf } from '../looks/rules.ts'
import { packCodes } from '../packs/codes.ts'
import { packPace } from '../packs/pace.ts'
import { leavePack } from '../packs/rules.ts'
import { noteNoMore } from '../play/unnotedPlayers.ts'
import { close } from '../session/openSessions.ts'
import { removeToken } from '../tokens/ownTokens.ts'

/** Whoever is erased, as they stood when they asked for it. */
export interface Leaver {
  readonly id: string
  /** Of the players in the game who are linked, or were and are nobody else's now. */
  readonly steamIds: readonly string[]
}

interface Way {
  readonly kind: DocumentKind
  /** Takes out what speaks of them; called before their own documents are cleared. */
  readonly takeOut: (context: Context, leaver: Leaver) => void
}
const way = (kind: DocumentKind, takeOut: Way['takeOut']): Way => ({ kind, takeOut })

/** Documents whose key is the account's id: back to what they are for somebody who was never here. */
export const ownKinds: readonly DocumentKind[] = [
  ...[account, ownSessions, tokens, wallet, mapSettings, membership, vitals, ownDeliveries],
]

/** Documents in which people stand beside others, in the order in which they leave them. */
export const sharedWays: readonly Way[] = [
  way(packLife, ({ read, edit }, { id }) => {
    const { pack: own } = read(membership, id)
    if (own === null) return
    const { pings } = edit(packLife, own)
    for (const [ping, { by }] of Object.entries(pings)) if (by === id) delete pings[ping]
  }),
  way(pack, (context, { id }) => {
    if (context.read(membership, id).pack !== null) leavePack({ ...context, refuse: unexpected }, {})
  }),
  way(packPace, ({ edit }, { id }) => {
    const { pingedAt, foundedUntil } = edit(packPace)
    for (const times of [pingedAt, foundedUntil]) delete times[id]
  }),
  way(sessions, (context, { id }) => {
    for (const bucket of buckets) {
      const { open } = context.read(sessions, bucket)
      const own = Object.keys(open).filter((key) => open[key]?.accountId === id)
      for (const key of own) close(context, key)
    }
  }),
  way(tokenOwners, (context, { id }) => {
    for (const token of Object.keys(context.read(tokens, id).tokens)) removeToken(context, id, token)
  }),
  way(identities, ({ read, edit }, { id }) => {
    for (const bucket of buckets) {
      for (const [key, owner] of Object.entries(read(identities, bucket).accounts))
        if (owner === id) delete edit(identities, bucket).accounts[key]
    }
  }),
  way(staff, ({ edit }, { id }) => {
    delete edit(staff, staffKey).grants[id]
  }),
  way(deliveries, takeOutOfDeliveries),
  way(bans, unnameInBans),
  way(mapSheet, ({ edit }, { id }) => {
    const { calibration } = edit(mapSheet, mainServer)
    if (calibration?.by === id) calibration.byName = ''
  }),
  way(looks, ({ edit }, { id }) => {
    for (const [name, look] of Object.entries(edit(looks).open)) if (lookOf(name).account === id) look.name = ''
  }),
  way(present, ({ edit }, { steamIds }) => {
    for (const steamId of steamIds) delete edit(present, mainServer).players[steamId]
  }),
  // Who is in the game goes on being so: the next reading must not write them down again.
  way(unnoted, (context, { steamIds }) => {
    for (const steamId of steamIds) noteNoMore(context, steamId)
  }),
]

/** Documents whose key is the SteamID64: cleared, and gone from the store with their key. */
export const ownKindsInGame: readonly DocumentKind[] = [playRecord]

/** Why others need nothing done. */
export const sparedKinds: readonly (readonly [DocumentKind, string])[] = [
  [server, 'speaks of the game server'],
  [switches, 'speaks of the game server'],
  [
    roster,
    'what the game tells of who is in it now, account or none; in what is recorded of it they lose their name and id',
  ],
  [regionCounts, 'counts, and of no fewer than three'],
  [packCodes, 'goes with its pack'],
  [staffPresence, 'names whoever watches it, and a page that is signed out watches nothing'],
  [deliveryWords, 'goes with its delivery'],
  [erasures, 'is what is still to be done'],
  [signInSecret, 'is a number of the hub’s own'],
  [endedSignIns, 'names nobody: hashes of random numbers, for a quarter of an hour'],
]

/** Sessions and identities lie in buckets by the first two digits of a hash. */
const buckets = Array.from({ length: identityBuckets }, (_, bucket) => bucket.toString(16).padStart(2, '0'))

const unexpected = (code: string): never => {
  throw new Error(`Whoever is in a pack could not leave it (${code})`)
}

import { newToken } from '../../server/auth/sessionCookie.ts'
import type { ArchiveRow, Entry } from '../../server/engine/entry.ts'
import type { Storage, Stored } from '../../server/engine/storage.ts'
import { identityBucketOf, identityKeyOf } from '../../server/features/account/rules.ts'
import { tokenHash } from '../../server/features/session/openSessions.ts'
import { account, identities, identityBuckets } from '../../shared/features/account/account.ts'
import { inventory, type OwnedDinosaur } from '../../shared/features/inventory/inventory.ts'
import { ledger } from '../../shared/features/ledger/ledger.ts'
import { playRecord } from '../../shared/features/play/playRecord.ts'
import { bucketOf, type Session, sessions } from '../../shared/features/session/session.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import { startingBalance } from './economy/load.ts'

// A community that has played for a while, written into a store through the store itself: its documents as one checkpoint, its ledger as
// the archive rows of journal entries before that checkpoint.

export interface CommunitySize {
  readonly accounts: number
  readonly ledgerRows: number
  readonly dinosaurs: number
  /** Accounts, spread over all, with an open session each. */
  readonly signedIn: number
}

const dayMs = 86_400_000
/** The ledger spans this many days, up to two days ago: the journal keeps none of its entries. */
const ledgerDays = 180
const rowsPerEntry = 100
const entriesAtOnce = 100
/** Of a day. */
export const bonus = 10

const accountOf = (nth: number) => `p${nth}`
const steamOf = (nth: number) => String(76_561_198_000_000_000n + BigInt(nth))

/** Fills an empty store and closes it. Returns the tokens of the open sessions. */
export async function fillCommunity(storage: Storage, size: CommunitySize, now: number): Promise<readonly string[]> {
  const { epoch } = await storage.load()
  const entries = Math.ceil(size.ledgerRows / rowsPerEntry)
  for (let first = 1; first <= entries; first += entriesAtOnce) {
    const many = Math.min(entriesAtOnce, entries - first + 1)
    await storage.append(Array.from({ length: many }, (_, at) => entryOf(first + at, entries, epoch, size, now)))
  }
  const { tokens, documents } = communityDocuments(size, now)
  await storage.checkpoint(entries, documents)
  await storage.close()
  return tokens
}

/** All documents, and the tokens of the open sessions. */
export function communityDocuments(size: CommunitySize, now: number) {
  const tokens = Array.from({ length: size.signedIn }, newToken)
  const documents: readonly Stored[] = [
    ...accountDocuments(size, now),
    ...identityDocuments(size),
    ...sessionDocuments(tokens, size, now),
  ]
  return { tokens, documents }
}

/** Each account gets the bonus of a day in turn. */
function entryOf(seq: number, entries: number, epoch: number, size: CommunitySize, now: number): Entry {
  const first = (seq - 1) * rowsPerEntry
  const many = Math.min(rowsPerEntry, size.ledgerRows - first)
  return {
    seq,
    epoch,
    at: now - 2 * dayMs - Math.floor(((entries - seq) / entries) * ledgerDays * dayMs),
    actor: 'hub',
    command: 'bench.fill',
    commandId: null,
    input: {},
    output: {},
    changes: [],
    archive: Array.from({ length: many }, (_, at) => bonusRow(first + at, size)),
  }
}

export function bonusRow(nth: number, { accounts }: CommunitySize): ArchiveRow {
  const player = accountOf(nth % accounts)
  const row = ledger.schema.parse({
    operation: `bonus-${nth}`,
    cause: 'dailyBonus',
    player,
    entries: [
      { account: 'faucet:dailyBonus', currency: 'voidPearls', amount: -bonus },
      { account: 'player', currency: 'voidPearls', amount: bonus },
    ],
    by: 'hub',
    byHub: true,
    after: { voidPearls: startingBalance + bonus * (1 + Math.floor(nth / accounts)) },
  })
  return { kind: ledger.kind, about: [player], row }
}

/** How many things an account has that are handed out in turn. */
const shareOf = (many: number, accounts: number, nth: number) =>
  Math.floor(many / accounts) + (nth < many % accounts ? 1 : 0)

function* accountDocuments({ accounts, ledgerRows, dinosaurs }: CommunitySize, now: number): Generator<Stored> {
  for (let nth = 0; nth < accounts; nth += 1) {
    const id = accountOf(nth)
    const steamId = steamOf(nth)
    const createdAt = now - (2 + ((nth * 7_919) % ledgerDays)) * dayMs
    yield {
      id: `${account.kind}/${id}`,
      version: 1,
      value: { name: `Player ${nth}`, steamId, linkedAt: createdAt, createdAt },
    }
    yield { id: `${wallet.kind}/${id}`, version: 1, value: walletOf(bonus * shareOf(ledgerRows, accounts, nth)) }
    const playMs = (nth * 15_485_863) % 900_000_011
    const seen = { firstSeenAt: createdAt, lastSeenAt: now - 2 * dayMs, playMs, stays: 1 + (nth % 50) }
    yield { id: `${playRecord.kind}/${steamId}`, version: 1, value: seen }
    const held = shareOf(dinosaurs, accounts, nth)
    if (held === 0) continue
    const own = Array.from({ length: held }, (_, at) => dinosaurOf(`d${nth}-${at}`, createdAt))
    yield {
      id: `${inventory.kind}/${id}`,
      version: 1,
      value: { dinosaurs: Object.fromEntries(own.map((one) => [one.id, one])) },
    }
  }
}

/** What came in is what is there. */
export function walletOf(earned: number) {
  const flow = (voidPearls: number) => ({ voidPearls, razorTalons: 0, sylvanShards: 0 })
  return {
    ...flow(startingBalance + earned),
    holds: {},
    flows: { 'faucet:staffGrant': flow(startingBalance), 'faucet:dailyBonus': flow(earned) },
  }
}

const dinosaurOf = (id: string, storedAt: number): OwnedDinosaur => ({
  id,
  state: 'stored',
  heldFor: null,
  isUnsure: false,
  source: 'shop',
  steamId: null,
  species: 'Carnotaurus',
  name: '',
  gender: 'Female',
  growth: 25,
  health: 100,
  hunger: 100,
  thirst: 100,
  mutations: [],
  skin: null,
  skinColours: null,
  skinPaidBy: null,
  location: null,
  playMs: null,
  lastPlayedAt: null,
  kills: null,
  deaths: null,
  storedAt,
  delivery: null,
  tradableAt: null,
  operation: `bought-${id}`,
  steps: 1,
})

function identityDocuments({ accounts }: CommunitySize): Stored[] {
  const buckets = new Map<string, Record<string, string>>()
  for (let nth = 0; nth < accounts; nth += 1) {
    const key = identityKeyOf('steam', steamOf(nth), false)
    const bucket = buckets.get(identityBucketOf(key)) ?? {}
    bucket[key] = accountOf(nth)
    buckets.set(identityBucketOf(key), bucket)
  }
  if (buckets.size > identityBuckets.length) throw new Error('Identities are in more buckets than there are.')
  return [...buckets].map(([bucket, keys]) => ({
    id: `${identities.kind}/${bucket}`,
    version: 1,
    value: { accounts: keys },
  }))
}

function sessionDocuments(tokens: readonly string[], { accounts }: CommunitySize, now: number): Stored[] {
  const buckets = new Map<string, Record<string, Partial<Session>>>()
  for (const [at, token] of tokens.entries()) {
    const key = tokenHash(token)
    const bucket = buckets.get(bucketOf(key)) ?? {}
    const accountId = accountOf(Math.floor((at * accounts) / tokens.length))
    bucket[key] = { accountId, role: 'player', demo: false, openedAt: now, seenAt: now, endsAt: now + dayMs }
    buckets.set(bucketOf(key), bucket)
  }
  return [...buckets].map(([bucket, open]) => ({ id: `${sessions.kind}/${bucket}`, version: 1, value: { open } }))
}

import { defaultItems, offerOf } from '../../../shared/features/catalogue/catalogue.ts'
import { createRandom } from '../positions/random.ts'

// What all shops of the bench have in common: the same players, items and requests in the same order.

export const startingBalance = 400_000

export interface Purchase {
  /** Index of the player. */
  readonly player: number
  /** Id of the catalogue. */
  readonly item: string
  /** The price that the player was shown. */
  readonly price: number
}

/** A shop buys durably, and answers whether it sold: a refusal is an answer. @param lane the one of the requests in flight */
export type Buy = (purchase: Purchase, lane: number) => Promise<boolean>

/** CPU that this process has used so far, with all its threads, µs. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** What a shop has in its books. */
export interface Books {
  readonly purchases: number
  readonly items: number
  /** What all players have left. */
  readonly balances: number
  /** What all purchases took, by the entries of the ledger. */
  readonly spent: number
}

/** The dinosaurs that are for sale, in the order of the catalogue. */
export const wares = defaultItems.flatMap(({ id, kind }) => {
  const offer = kind === 'dinosaur' ? offerOf({ changes: {} }, id, 0) : undefined
  return offer?.isOn ? [{ item: id, price: offer.price }] : []
})

/** Draws an index below `many` by Zipf's law with exponent 1: the second is half as frequent as the first. */
function createZipf(many: number, dice: () => number) {
  const sums: number[] = []
  for (let rank = 1; rank <= many; rank += 1) sums.push((sums.at(-1) ?? 0) + 1 / rank)
  const total = sums.at(-1) ?? 0
  return () => {
    const wanted = dice() * total
    let [low, high] = [0, many - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** @param pass each pass of a shop has its own requests; the same pass of another shop has the same */
export function requestsOf(pass: number, many: number, players: number): readonly Purchase[] {
  const dice = createRandom(pass * 7_919 + 1).share
  const [player, ware] = [createZipf(players, dice), createZipf(wares.length, dice)]
  return Array.from({ length: many }, () => {
    const { item, price } = wares[ware()] as (typeof wares)[number]
    return { player: player(), item, price }
  })
}

/** Spread evenly over all players, so that few are refused. */
export function evenRequests(pass: number, many: number, players: number): readonly Purchase[] {
  return requestsOf(pass, many, 1).map((one, at) => ({ ...one, player: ((pass * many + at) * 7_919) % players }))
}

export interface LoadResult {
  readonly made: number
  readonly refused: number
  /** Of each answer, ms. */
  readonly taken: readonly number[]
  readonly seconds: number
}

/** Closed loop: `lanes` requests are in flight at any time. */
export async function runLoad(buy: Buy, requests: readonly Purchase[], lanes: number): Promise<LoadResult> {
  const startedAt = performance.now()
  const taken: number[] = []
  let [next, made] = [0, 0]
  const goOn = async (lane: number) => {
    for (let one = requests[next++]; one; one = requests[next++]) {
      const sentAt = performance.now()
      if (await buy(one, lane)) made += 1
      taken.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => goOn(lane)))
  return { made, refused: requests.length - made, taken, seconds: (performance.now() - startedAt) / 1_000 }
}

/** @throws if the books do not show exactly what was acknowledged */
export function verifyBooks(name: string, made: number, players: number, books: Books) {
  const { purchases, items, balances, spent } = books
  if (purchases === made && items === made && balances + spent === players * startingBalance) return
  throw new Error(`The books of ${name} are wrong: ${made} purchases were acknowledged. ${JSON.stringify(books)}`)
}

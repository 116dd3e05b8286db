import { demoPersonas } from '../../server/game/simulator/personas.ts'
import type { Random } from '../../server/game/simulator/random.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Membership, Pack } from '../../shared/features/packs/pack.ts'
import { type Choice, nextMark, oneOf, ownRandom, pause, weighted } from './choices.ts'
import type { Cluster } from './cluster.ts'
import type { GameTruth } from './gameTruth.ts'
import { openPage, type Page } from './page.ts'
import { runLeaver, runSwitcher, runTrader, runTreasurer } from './traders.ts'

interface User {
  readonly account: string
  readonly role: Role
  readonly pages: number
  readonly does: 'packs' | 'orders' | 'trade' | 'leave' | 'switch' | 'treasury'
}

const accounts: readonly User[] = [
  { account: 'ann', role: 'player', pages: 2, does: 'packs' },
  { account: 'bob', role: 'player', pages: 1, does: 'packs' },
  { account: 'cyd', role: 'player', pages: 1, does: 'packs' },
  { account: 'dee', role: 'player', pages: 1, does: 'packs' },
  { account: 'olga', role: 'owner', pages: 1, does: 'orders' },
  { account: 'fay', role: 'player', pages: 2, does: 'trade' },
  { account: 'gus', role: 'player', pages: 1, does: 'trade' },
  { account: 'hal', role: 'player', pages: 1, does: 'switch' },
  { account: 'eva', role: 'player', pages: 1, does: 'leave' },
  { account: 'otto', role: 'owner', pages: 1, does: 'treasury' },
]
const isTrader = ({ does }: User) => does === 'trade' || does === 'leave' || does === 'switch'

/** The accounts of users whose currency and dinosaurs move. */
export const tradersOf = () => accounts.filter(isTrader).map(({ account }) => account)
/** SteamIDs of the users who trade: their dinosaurs in the game are theirs alone. */
export const tradersInGame = accounts.flatMap((one, index) => (isTrader(one) ? (demoPersonas[index]?.id ?? []) : []))

/** Ports of the nodes in turn. */
const portsInTurn = ({ slots }: Cluster, random: Random) => {
  let next = Math.floor(random() * slots.length)
  return () => {
    next += 1
    return slots[next % slots.length]?.proxies.pages.port ?? 0
  }
}

/** Signed-in players and staff with their pages. @param truth what the game shows staff who look */
export async function openUsers(cluster: Cluster, random: Random, truth: GameTruth) {
  const opened: {
    readonly page: Page
    readonly user: User
    readonly random: Random
    readonly steamId: string | null
  }[] = []
  for (const [index, user] of accounts.entries()) {
    const { account, role, pages: count } = user
    // The lone hub's store cannot be read beside it, and an erasure empties the journal.
    if (user.does === 'leave' && !cluster.redis) continue
    // Of a user with the role of an owner other owners may not do anything to the player.
    const steamId = user.does === 'treasury' ? null : (demoPersonas[index]?.id ?? null)
    const cookie = await cluster.slots[0]?.signIn(account, role, steamId)
    for (let number = 1; number <= count; number += 1) {
      const pageRandom = ownRandom(random)
      const page = openPage({
        name: `${account} ${number}`,
        account,
        cookie: cookie ?? '',
        random: pageRandom,
        nextPort: portsInTurn(cluster, pageRandom),
      })
      opened.push({ page, user, random: pageRandom, steamId })
    }
  }
  const codes = new Set<string>()
  const pages = opened.map(({ page }) => page)
  const traders = tradersOf()
  const accepted = (name: string) =>
    pages.flatMap((page) => page.commands().filter((one) => one.name === name && one.answer?.ok))
  const run = ({ page, user, random: pageRandom, steamId }: (typeof opened)[number], stop: AbortSignal) => {
    const link = async () => {
      const running = cluster.slots.find((slot) => slot.isRunning())
      await running?.signIn(user.account, user.role, steamId)
    }
    if (user.does === 'trade') return runTrader(page, pageRandom, stop, traders)
    if (user.does === 'leave') return runLeaver(page, pageRandom, stop, traders)
    if (user.does === 'switch') return runSwitcher(page, pageRandom, stop, { traders, link })
    if (user.does === 'treasury')
      return runTreasurer(page, pageRandom, stop, { traders, accepted, wasDone: (one) => truth.wasDone(one, pages) })
    return user.does === 'packs' ? runPlayer(page, pageRandom, codes, stop) : runStaff(page, pageRandom, stop)
  }
  return {
    pages,
    /** How many commands of users who trade were accepted. */
    trades: () =>
      opened.reduce((sum, { page, user }) => {
        const isTrade = isTrader(user) || user.does === 'treasury'
        return isTrade ? sum + page.commands().filter(({ answer }) => answer?.ok).length : sum
      }, 0),
    /** Of the staff who work for the economy. */
    treasurer: opened.find(({ user }) => user.does === 'treasury')?.page as Page,
    /** Resolves when all have stopped and their commands are answered. */
    work: (stop: AbortSignal) => Promise.all(opened.map((one) => run(one, stop))),
    close() {
      for (const page of pages) page.close()
    },
  }
}
export type Users = Awaited<ReturnType<typeof openUsers>>

/** The next command of a player, by what the page shows. @param codes of known packs */
function nextCommand({ account, documentOf }: Page, random: Random, codes: ReadonlySet<string>): Choice {
  const key = documentOf<Membership>(`membership/${account}`)?.pack ?? null
  const own = key === null ? undefined : documentOf<Pack>(`pack/${key}`)
  if (!own)
    return weighted(random, [
      [2, 'packs.create', { name: `Pack ${Math.floor(random() * 1_000)}` }],
      [6, 'packs.join', { code: oneOf(random, [...codes].slice(-3)) ?? 'ABCDEF' }],
    ])
  const member = oneOf(random, Object.keys(own.members)) ?? account
  return weighted(random, [
    [6, 'packs.setSharing', { shares: random() < 0.5 }],
    [5, 'packs.pingPlace', { x: Math.floor(random() * 4_000), y: Math.floor(random() * 4_000) }],
    [2, 'packs.renewCode', {}],
    [1, 'packs.leave', {}],
    [2, 'packs.handOver', { member }],
    [1, 'packs.removeMember', { member }],
  ])
}

/** Concurrent commands of one page. */
const concurrency = 4

/** Sends commands, `concurrency` at a time, until stopped. */
async function runPlayer(page: Page, random: Random, codes: Set<string>, stop: AbortSignal) {
  const { account } = page
  page.watch(`membership/${account}`, `account/${account}`, 'server/main', 'regions/main')
  const sendInSequence = async () => {
    while (!stop.aborted) {
      const key = page.documentOf<Membership>(`membership/${account}`)?.pack
      if (key) page.watch(`pack/${key}`, `packLife/${key}`)
      const code = key && page.documentOf<Pack>(`pack/${key}`)?.code
      if (code) codes.add(code)
      const [, name, input] = nextCommand(page, random, codes)
      await page.send(name, input)
      await pause(50 + random() * 250, stop)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendInSequence))
}

/** Issues orders to the game that must not happen twice, each with its own mark. */
async function runStaff(page: Page, random: Random, stop: AbortSignal) {
  page.watch('deliveries/main', `ownDeliveries/${page.account}`, 'server/main')
  while (!stop.aborted) {
    const target = demoPersonas[Math.floor(random() * demoPersonas.length)]?.id ?? ''
    const choice = random()
    if (choice < 0.6) await page.send('deliveries.messagePlayer', { target, text: `Hello ${nextMark()}` })
    else if (choice < 0.9) await page.send('deliveries.broadcast', { text: `All ${nextMark()}` })
    else await page.send('deliveries.saveGame', {})
    await pause(100 + random() * 250, stop)
  }
}

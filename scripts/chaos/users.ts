import { setTimeout as sleep } from 'node:timers/promises'
import { demoPersonas } from '../../server/game/simulator/personas.ts'
import { createRandom, type Random } from '../../server/game/simulator/random.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import type { Membership, Pack } from '../../shared/features/packs/pack.ts'
import type { Cluster } from './cluster.ts'
import { openPage, type Page } from './page.ts'

interface User {
  readonly account: string
  readonly role: Role
  readonly pages: number
}

const accounts: readonly User[] = [
  { account: 'ann', role: 'player', pages: 2 },
  { account: 'bob', role: 'player', pages: 1 },
  { account: 'cyd', role: 'player', pages: 1 },
  { account: 'dee', role: 'player', pages: 1 },
  { account: 'olga', role: 'owner', pages: 1 },
]
let marks = 0
/** Unique over all runs, so that it is recognized in the game. */
const nextMark = () => {
  marks += 1
  return `mark-${marks}-end`
}

/** Independent random numbers for each page, so that its actions do not depend on the timing of others. */
const ownRandom = (random: Random) => createRandom(Math.floor(random() * 2 ** 32))

/** Ports of the nodes in turn. */
const portsInTurn = ({ slots }: Cluster, random: Random) => {
  let next = Math.floor(random() * slots.length)
  return () => {
    next += 1
    return slots[next % slots.length]?.proxies.pages.port ?? 0
  }
}

/** Signed-in players and staff with their pages. */
export async function openUsers(cluster: Cluster, random: Random) {
  const pages: { readonly page: Page; readonly role: Role; readonly random: Random }[] = []
  for (const [index, { account, role, pages: count }] of accounts.entries()) {
    const cookie = await cluster.slots[0]?.signIn(account, role, demoPersonas[index]?.id ?? null)
    for (let number = 1; number <= count; number += 1) {
      const pageRandom = ownRandom(random)
      const page = openPage({
        name: `${account} ${number}`,
        account,
        cookie: cookie ?? '',
        random: pageRandom,
        nextPort: portsInTurn(cluster, pageRandom),
      })
      pages.push({ page, role, random: pageRandom })
    }
  }
  const codes = new Set<string>()
  return {
    pages: pages.map(({ page }) => page),
    /** Resolves when all have stopped and their commands are answered. */
    work: (stop: AbortSignal) =>
      Promise.all(
        pages.map(({ page, role, random: pageRandom }) =>
          role === 'player' ? runPlayer(page, pageRandom, codes, stop) : runStaff(page, pageRandom, nextMark, stop),
        ),
      ),
    close() {
      for (const { page } of pages) page.close()
    },
  }
}
export type Users = Awaited<ReturnType<typeof openUsers>>

type Choice = readonly [weight: number, name: string, input: object]

const oneOf = <T>(random: Random, all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]

const weighted = (random: Random, choices: readonly Choice[]): Choice => {
  let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const choice of choices) {
    left -= choice[0]
    if (left < 0) return choice
  }
  return choices[0] as Choice
}

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
async function runStaff(page: Page, random: Random, nextMark: () => string, stop: AbortSignal) {
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

/** Waits, or resolves early when stopped. */
const pause = (ms: number, stop: AbortSignal) => sleep(ms, undefined, { signal: stop }).catch(() => {})

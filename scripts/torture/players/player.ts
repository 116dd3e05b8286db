import type { Random } from '../../../server/game/simulator/random.ts'
import type { Membership, Pack } from '../../../shared/features/packs/pack.ts'
import { breather } from './breather.ts'
import type { Page } from './page.ts'

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

/** What somebody might do by what their page shows them. @param codes of packs that were told of */
function intend({ account, documentOf }: Page, random: Random, codes: ReadonlySet<string>): Choice {
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

/** So many commands of one page are under way at a time. */
const hands = 4

/** Gives commands, each hand of theirs one after the other, until they are told to stop. */
export async function play(page: Page, random: Random, codes: Set<string>, stop: AbortSignal) {
  const { account } = page
  page.watch(`membership/${account}`, `account/${account}`, 'server/main', 'regions/main')
  const hand = async () => {
    while (!stop.aborted) {
      const key = page.documentOf<Membership>(`membership/${account}`)?.pack
      if (key) page.watch(`pack/${key}`, `packLife/${key}`)
      const code = key && page.documentOf<Pack>(`pack/${key}`)?.code
      if (code) codes.add(code)
      const [, name, input] = intend(page, random, codes)
      await page.give(name, input)
      await breather(50 + random() * 250, stop)
    }
  }
  await Promise.all(Array.from({ length: hands }, hand))
}

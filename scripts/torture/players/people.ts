import { demoPersonas } from '../../../server/game/simulator/players.ts'
import { createRandom, type Random } from '../../../server/game/simulator/random.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import type { House } from '../house/house.ts'
import { openPage, type Page } from './page.ts'
import { play } from './player.ts'
import { work } from './staff.ts'

interface Person {
  readonly account: string
  readonly role: Role
  readonly pages: number
}

const cast: readonly Person[] = [
  { account: 'ann', role: 'player', pages: 2 },
  { account: 'bob', role: 'player', pages: 1 },
  { account: 'cyd', role: 'player', pages: 1 },
  { account: 'dee', role: 'player', pages: 1 },
  { account: 'olga', role: 'owner', pages: 1 },
]
let marks = 0
/** Known again in the game, over all runs. */
const nextMark = () => {
  marks += 1
  return `mark-${marks}-end`
}

/** Each at their own dice, so that what one does hangs on nobody's pace. */
const diceOf = (random: Random) => createRandom(Math.floor(random() * 2 ** 32))

/** Nodes one after the other: who is not let in at one comes to the next. */
const portsOf = ({ slots }: House, random: Random) => {
  let next = Math.floor(random() * slots.length)
  return () => {
    next += 1
    return slots[next % slots.length]?.proxies.pages.port ?? 0
  }
}

/** Players and staff with pages of their own, signed in and at work. */
export async function openPeople(house: House, random: Random) {
  const pages: { readonly page: Page; readonly role: Role; readonly random: Random }[] = []
  for (const [place, { account, role, pages: count }] of cast.entries()) {
    const cookie = await house.slots[0]?.signIn(account, role, demoPersonas[place]?.id ?? null)
    for (let number = 1; number <= count; number += 1) {
      const dice = diceOf(random)
      const page = openPage({
        name: `${account} ${number}`,
        account,
        cookie: cookie ?? '',
        random: dice,
        nextPort: portsOf(house, dice),
      })
      pages.push({ page, role, random: dice })
    }
  }
  const codes = new Set<string>()
  return {
    pages: pages.map(({ page }) => page),
    /** Resolves when everyone has stopped, and all that they asked for is answered. */
    work: (stop: AbortSignal) =>
      Promise.all(
        pages.map(({ page, role, random: dice }) =>
          role === 'player' ? play(page, dice, codes, stop) : work(page, dice, nextMark, stop),
        ),
      ),
    close() {
      for (const { page } of pages) page.close()
    },
  }
}
export type People = Awaited<ReturnType<typeof openPeople>>

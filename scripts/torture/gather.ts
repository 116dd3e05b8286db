import { setTimeout as sleep } from 'node:timers/promises'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { House } from './house/house.ts'
import { redisJournal } from './house/redisJournal.ts'
import type { Evidence, Holding } from './judge/evidence.ts'
import type { People } from './players/people.ts'

const most = 100_000
const mostTries = 60
const triedAgainMs = 50

async function holdingsOf({ slots }: House, { pages }: People): Promise<readonly Holding[]> {
  const held = pages.map((page) => page.held())
  const ids = [...new Set<DocumentId>(held.flatMap(({ copies }) => [...copies.keys()]))]
  const nodes = await Promise.all(
    slots.map(async (slot) => ({ who: `node ${slot.number}`, copies: new Map(await slot.copies(ids)) })),
  )
  return [...nodes, ...held]
}

const seqOf = async ({ slots }: House) => (await slots[0]?.state())?.seq ?? 0

/** What is told by the game again and again may be on its way to somebody. */
const areAlike = (holdings: readonly Holding[]) => {
  const first = new Map<DocumentId, number>()
  return holdings.every(({ copies }) =>
    [...copies].every(([id, { version }]) => {
      if (!first.has(id)) first.set(id, version)
      return first.get(id) === version
    }),
  )
}

/** What is held in a moment in which nothing was written, and nothing was under way: there is one soon, or never. */
async function heldAtRest(house: House, people: People) {
  for (let tries = 1; ; tries += 1) {
    const restSeq = await seqOf(house)
    const holdings = await holdingsOf(house, people)
    const isStill = (await seqOf(house)) === restSeq && areAlike(holdings)
    if (isStill || tries === mostTries) return { restSeq: house.redis ? restSeq : null, holdings }
    await sleep(triedAgainMs)
  }
}

/** What people and nodes have seen and hold, and what the game was told. @param deedsBefore number of the game's last request before the run */
export async function gather(house: House, people: People, deedsBefore: number): Promise<Omit<Evidence, 'entries'>> {
  const held = await heldAtRest(house, people)
  return {
    ...held,
    asked: people.pages.flatMap((page) => page.asked()),
    sights: people.pages.flatMap((page) => page.sights),
    deeds: house.game.log
      .filter(({ number, isLoggedIn }) => number > deedsBefore && isLoggedIn)
      .map(({ command, argument }) => `${command} ${argument}`),
  }
}

/** The whole journal, when no node runs any more. */
export async function journalOf({ redis, prefix, folder }: House): Promise<Evidence['entries']> {
  if (redis) return redisJournal(redis, prefix())
  const storage = await openSqliteStorage({ folder: folder() })
  try {
    await storage.load()
    return await storage.tail(0, most)
  } finally {
    await storage.close()
  }
}

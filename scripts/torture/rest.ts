import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import type { House } from './house/house.ts'
import type { People } from './players/people.ts'

const answeredWithinMs = 60_000
const deliveredWithinMs = 60_000
const equalWithinMs = 30_000
const lookMs = 40

/** Looks until it holds. What is still in the way when the time is up. */
async function until(ms: number, inTheWay: () => Promise<string | null>): Promise<readonly string[]> {
  const end = performance.now() + ms
  for (;;) {
    const what = await inTheWay()
    if (what === null) return []
    if (performance.now() > end) return [`it did not come to rest: ${what}`]
    await sleep(lookMs)
  }
}

const unansweredOf = ({ pages }: People) => {
  for (const page of pages) if (!page.isLive()) page.wake()
  const away = pages.filter((page) => !page.isLive() || !page.isQuiet())
  return away.length === 0 ? null : `${away.map(({ name }) => name).join(', ')} not live or not answered`
}

const isOpen = ({ state }: Delivery) => state === 'queued' || state === 'sending'

async function openDeliveriesOf({ slots }: House) {
  const copies = await slots[0]?.copies(['deliveries/main'])
  const { entries = {} } = (copies?.[0]?.[1].value ?? {}) as { entries?: Record<string, Delivery> }
  const open = Object.values(entries).filter(isOpen)
  return open.length === 0 ? null : `deliveries ${open.map(({ id, state }) => `${id} ${state}`).join(', ')}`
}

/** All nodes stand at the same place, and each page shows what they have. */
async function differences({ slots }: House, { pages }: People) {
  const states = await Promise.all(slots.map((slot) => slot.state()))
  const seqs = new Set(states.map(({ seq }) => seq))
  if (seqs.size > 1) return `nodes stand at entries ${[...seqs].join(', ')}`
  for (const page of pages) {
    const { copies } = page.held()
    const kept = new Map(await slots[0]?.copies([...copies.keys()]))
    const other = [...copies].find(([id, { value }]) => !isDeepStrictEqual(kept.get(id)?.value, value))
    if (other)
      return `${page.name} shows ${other[0]} at version ${other[1].version}, and a node has ${kept.get(other[0])?.version}`
  }
  return null
}

/** Waits until nothing is under way any more. Says what never ended. @param working resolves when everyone has stopped */
export async function comeToRest(house: House, people: People, working: Promise<unknown>): Promise<readonly string[]> {
  let hasStopped = false
  void working.then(() => {
    hasStopped = true
  })
  const unanswered = await until(
    answeredWithinMs,
    async () => unansweredOf(people) ?? (hasStopped ? null : 'people still work'),
  )
  if (unanswered.length > 0) return unanswered
  const undelivered = await until(deliveredWithinMs, () => openDeliveriesOf(house))
  return [...undelivered, ...(await until(equalWithinMs, () => differences(house, people)))]
}

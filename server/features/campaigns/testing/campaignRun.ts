import * as commands from '../../../../shared/features/campaigns/commands.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { openCampaigns, weekly } from './openCampaigns.ts'

/** What may happen while a campaign pays its recipients. */
export const campaignSteps = ['step', 'lostWrite', 'keptWrite', 'restart', 'erase', 'join'] as const
export type CampaignStep = (typeof campaignSteps)[number]

interface Wanted {
  /** Accounts beside the owner's. */
  readonly people: number
  readonly steps: readonly CampaignStep[]
}

/** One run of a campaign to everyone, with crashes, restarts, erasures and new accounts. @returns what is wrong, and how many crashes met it */
export async function runCampaign({ people, steps }: Wanted, store = createMemoryStorage()) {
  const world = await openCampaigns({ store })
  const names = Array.from({ length: people }, (_, nth) => `p${nth}`)
  for (const name of names) await world.link(name)
  const id = await world.create({ ...weekly, currencies: { voidPearls: 7 } })
  await world.ask(commands.runCampaign, { id })
  world.clock.pass(1)
  const gone = new Set<string>()
  let [joined, crashes] = [0, 0]
  for (const one of steps) {
    if (world.runs().length > 0 && one.endsWith('Write')) crashes += 1
    if (one === 'step') await world.step()
    if (one === 'lostWrite' || one === 'keptWrite') await world.crash(one === 'lostWrite')
    if (one === 'restart') await world.restart()
    if (one === 'join') await world.link(`late${joined++}`)
    const victim = names.find((name) => !gone.has(name))
    if (one === 'erase' && victim !== undefined) {
      await world.erase(victim)
      gone.add(victim)
    }
  }
  await world.settle()
  const problems = [...(await world.problems())]
  if (world.runs().length > 0) problems.push('the run has not ended')
  for (const name of names)
    if (!gone.has(name) && world.pearls(name) !== 7)
      problems.push(`${name} has ${world.pearls(name)} Void Pearls, not 7`)
  for (let nth = 0; nth < joined; nth += 1)
    if (world.pearls(`late${nth}`) !== 0) problems.push(`late${nth}, who came afterwards, was paid`)
  const [run] = await world.history()
  // An account that was erased may have been paid before.
  const count = run?.recipientCount ?? -1
  if (count < people + 1 - gone.size || count > people + 1)
    problems.push(`the history has ${count} recipients of ${people + 1}, and ${gone.size} were erased`)
  const total = world.campaign(id)?.totalDeliveries
  if (total !== count) problems.push(`the campaign counts ${total} deliveries, and the history ${count}`)
  return { problems, crashes }
}

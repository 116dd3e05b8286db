// How long a campaign to 10,000 accounts takes, and what others notice of it. Alone: node scripts/bench/campaign.ts
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { systemClock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import type { Principal } from '../../server/engine/principal.ts'
import { identityBucketOf, identityKeyOf } from '../../server/features/account/rules.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { allFeatures } from '../../server/testing/allFeatures.ts'
import { freshId, inSession, person } from '../../server/testing/principals.ts'
import type { DocumentId } from '../../shared/engine/document.ts'
import { campaignRuns } from '../../shared/features/campaigns/campaigns.ts'
import { createCampaign, runCampaign } from '../../shared/features/campaigns/commands.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import { benchFolder } from './journalHub.ts'
import { atMost, type BenchSize, percentile, printTable, type Row, shown } from './measure.ts'

const wholeRecipients = 10_000
/** How often another command is given while the campaign runs, ms. */
const otherEveryMs = 20
const wholeQuietMs = 3_000
/** How late the loop is at its 99th percentile, ms: one frame at 20 a second. */
const mostLagMs = 50

/** A hub on the disk with that many accounts, each with Steam and Discord. The first is the owner. */
async function openHub(folder: string, recipients: number) {
  const storage = await openSqliteStorage({ folder })
  await storage.load()
  const buckets = new Map<string, Record<string, string>>()
  const accounts = Array.from({ length: recipients }, (_, at) => {
    const id = `a${at}`
    const steamId = String(76_561_198_000_000_000n + BigInt(at))
    for (const key of [identityKeyOf('steam', steamId, false), identityKeyOf('discord', `${at}`, false)])
      buckets.set(identityBucketOf(key), { ...buckets.get(identityBucketOf(key)), [key]: id })
    return { id: `account/${id}` as DocumentId, version: 1, value: { name: id, steamId, createdAt: 1 } }
  })
  const identities = [...buckets].map(([bucket, keys]) => {
    return { id: `identities/${bucket}` as DocumentId, version: 1, value: { accounts: keys } }
  })
  await storage.checkpoint(0, [...accounts, ...identities])
  await storage.close()
  const opened = await openSqliteStorage({ folder })
  return createHub({ storage: opened, features: allFeatures, clock: systemClock, onFault: console.error })
}

/** The campaign: its time, how late the loop was, and how long another command took meanwhile and without it. */
export async function benchCampaign(size: BenchSize = {}): Promise<Row[]> {
  const { viewers: recipients = wholeRecipients, loadMs: quietMs = wholeQuietMs } = size
  const { folder, remove } = benchFolder('campaign')
  const hub = await openHub(folder, recipients)
  const owner = inSession(person('a0', 'owner'))
  const fields = {
    name: 'Bench',
    schedule: 'monthly',
    targetType: 'all',
    currencies: { voidPearls: 7, razorTalons: 3 },
  }
  const { id } = createCampaign.output.parse(await ask(hub, owner, createCampaign.name, fields))
  const lag = monitorEventLoopDelay({ resolution: 1 })
  const quietUntil = performance.now() + quietMs
  lag.enable()
  const quiet = await others(hub, () => performance.now() > quietUntil)
  const quietLagMs = lag.max / 1e6
  lag.reset()
  const startedAt = performance.now()
  await ask(hub, owner, runCampaign.name, { id })
  const busy = await others(hub, () => Object.keys(hub.read(campaignRuns, 'main').runs).length === 0)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  lag.disable()
  const paid = Array.from({ length: recipients }, (_, at) => hub.read(wallet, `a${at}`).voidPearls)
  if (paid.some((pearls) => pearls !== 7)) throw new Error('Not every account was paid once')
  await hub.close()
  remove()
  const lagMs = lag.percentile(99) / 1e6
  const [p99, quietP99] = [percentile(busy, 0.99), percentile(quiet, 0.99)]
  const longest = `the longest block ${(lag.max / 1e6).toFixed(0)} ms, ${quietLagMs.toFixed(0)} ms without it`
  return [
    {
      measure: `loop lag p99 while a campaign pays ${recipients} accounts`,
      against: `${mostLagMs} ms`,
      ...atMost(1, lagMs / mostLagMs),
      note: `${recipients} accounts in ${seconds} s; p99 ${lagMs.toFixed(1)} ms, ${longest}`,
    },
    {
      measure: 'acknowledgement p99 of another user while it pays',
      against: 'the same without a campaign',
      ...shown(p99 / quietP99),
      note: `${p99.toFixed(1)} ms, and ${quietP99.toFixed(1)} ms`,
    },
  ]
}

type Hub = Awaited<ReturnType<typeof openHub>>

async function ask(hub: Hub, who: Principal, name: string, input: object) {
  const answer = await hub.dispatch(who, { id: freshId(Date.now()), name, input })
  if (!answer.ok) throw new Error(`${name}: ${answer.message}`)
  return answer.output
}

/** How long another user's commands take until `isOver`, ms. */
async function others(hub: Hub, isOver: () => boolean) {
  const taken: number[] = []
  while (!isOver()) {
    const givenAt = performance.now()
    await ask(hub, inSession(person('a1')), 'notifications.dismissAll', { upTo: Date.now() })
    taken.push(performance.now() - givenAt)
    await new Promise((resolve) => setTimeout(resolve, otherEveryMs))
  }
  return taken
}

if (import.meta.main) {
  printTable(await benchCampaign())
  process.exit()
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type CampaignStep, runCampaign } from '../../server/features/campaigns/testing/campaignRun.ts'
import { runAnnounced } from '../../server/features/events/testing/announcedRun.ts'
import { runParking } from '../../server/features/inventory/testing/parkingRun.ts'
import { runRestart } from '../../server/features/serverControl/testing/restartRun.ts'
import type { TestStore } from '../../server/testing/memoryStorage.ts'
import { mulberry32 } from '../../shared/engine/mulberry32.ts'
import type { TortureOptions } from './arguments.ts'
import { runBackups } from './backups.ts'
import { runEconomy } from './economy.ts'
import { runEverysec } from './everysec.ts'
import { createStores, type StoreKind, type Stores, storeKinds } from './stores.ts'

/** What a run found, and how often what happened in it. */
type Ended = Readonly<Record<string, number | readonly string[]>>
type TortureRun = (seed: number, stores: Stores) => Promise<Ended>

const overStore =
  (run: (seed: number, store: TestStore) => Promise<Ended>) =>
  (kind: StoreKind): TortureRun =>
  (seed, stores) =>
    stores.using(kind, ({ store }) => run(seed, store))

const classes: Readonly<Record<string, (kind: StoreKind) => TortureRun>> = {
  economy: overStore(runEconomy),
  announcements: overStore(runAnnounced),
  restarts: overStore(runRestart),
  campaigns: overStore((seed, store) => runCampaign(campaignOf(seed), store)),
  parking: overStore((seed, store) => runParking(seed, undefined, store)),
  backups: (kind) => (seed, stores) => runBackups(seed, kind, stores),
}

/** By class and store. */
const kinds: readonly (readonly [name: string, run: TortureRun])[] = [
  ...Object.entries(classes).flatMap(([name, run]) =>
    storeKinds.map((kind) => [`${name}/${kind}`, run(kind)] as const),
  ),
  ['everysec', runEverysec],
]

function campaignOf(seed: number) {
  const dice = mulberry32(seed)
  const often: readonly CampaignStep[] = ['step', 'step', 'lostWrite', 'keptWrite', 'restart', 'erase', 'join']
  const steps = Array.from(
    { length: Math.floor(dice() * 12) },
    () => often[Math.floor(dice() * often.length)] ?? 'step',
  )
  return { people: 1 + Math.floor(dice() * 60), steps }
}

/**
 * Deals the seeds in turn to the classes of runs, and prints what was done and what broke. A seed runs the same class under the same
 * `only`. @returns how many broke
 */
export async function torture({ seed, seeds, only }: TortureOptions, print: (line: string) => void) {
  const dealt = kinds.filter(
    ([name]) => only.length === 0 || only.some((one) => name === one || name.startsWith(`${one}/`)),
  )
  if (dealt.length === 0) throw new Error(`--only names none of ${kinds.map(([name]) => name).join(', ')}.`)
  const stores = createStores()
  const sums = new Map(dealt.map(([name]) => [name, new Map<string, number>()]))
  const startedAt = performance.now()
  let broken = 0
  print(`Memory at the start: ${memory()}.`)
  try {
    for (let nth = 0; nth < seeds; nth += 1) {
      const at = seed + nth
      const [name, run] = dealt[at % dealt.length] ?? kinds[0] ?? never()
      const ended = await run(at, stores).catch((error: Error) => ({ problems: [`it did not end: ${error.stack}`] }))
      const problems = Object.values(ended).flatMap((one) => (typeof one === 'number' ? [] : one))
      add(sums.get(name), ended)
      if (problems.length > 0) {
        broken += 1
        print(
          `${name}, seed ${at}:\n  ${problems.join('\n  ')}\n  Again: npm run torture -- --only ${name} --seed ${at} --seeds 1`,
        )
      }
      if (nth + 1 === Math.ceil(seeds / 2)) print(`Memory after ${nth + 1} of ${seeds} seeds: ${memory()}.`)
    }
  } finally {
    await stores.close()
  }
  for (const [name, counts] of sums)
    print(`${name}: ${[...counts].map(([what, count]) => `${what} ${count}`).join(', ')}`)
  print(`Memory at the end: ${memory()}.`)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  print(`${seeds} seeds from ${seed} in ${seconds} s, ${broken} broken.`)
  return { broken, sums }
}

const never = (): never => {
  throw new Error('There is no class of runs.')
}

function add(sums: Map<string, number> | undefined, ended: Ended) {
  sums?.set('seeds', (sums.get('seeds') ?? 0) + 1)
  for (const [what, count] of Object.entries(ended))
    if (typeof count === 'number') sums?.set(what, (sums.get(what) ?? 0) + count)
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function memory(): string {
  collectGarbage()
  const { rss, heapTotal, heapUsed } = process.memoryUsage()
  return `${Math.round(rss / 1e6)} MB in all, ${Math.round(heapTotal / 1e6)} MB of it V8's heap, of which ${(heapUsed / 1e6).toFixed(1)} MB are in use`
}

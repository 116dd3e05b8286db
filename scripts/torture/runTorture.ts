import { faultWords } from './faults/fault.ts'
import { openHouse } from './house/house.ts'
import { run, type Verdict } from './run.ts'
import type { TortureWish } from './tortureArguments.ts'

const shownWrongs = 20

const verdictWords = ({ seed, faults, wrongs, entries, commands, repeated, ms }: Verdict) => {
  const counts = `${entries} entries, ${commands} commands, ${repeated} repeated, ${(ms / 1_000).toFixed(1)} s`
  return `seed ${seed}: ${wrongs.length === 0 ? 'kept' : `BROKEN (${wrongs.length})`} · ${counts} · ${faults.map(faultWords).join(', ')}`
}

const brokenWords = ({ seed, wrongs, said }: Verdict) =>
  [
    ...wrongs.slice(0, shownWrongs).map((wrong) => `  ${wrong}`),
    ...(wrongs.length > shownWrongs ? [`  … and ${wrongs.length - shownWrongs} more`] : []),
    ...(wrongs.length === 0 ? [] : said).flatMap((words, node) => [
      `  node ${node} said at last:`,
      ...words
        .trim()
        .split('\n')
        .slice(-25)
        .map((line) => `    ${line}`),
    ]),
    `  Again: npm run torture -- --seed ${seed} --runs 1`,
  ].join('\n')

/** One house after the other run: what is left of a broken one is not built upon. */
async function runLane(wish: TortureWish, next: () => number | null, tell: (verdict: Verdict) => void) {
  const form = { nodes: wish.nodes, hasRedis: wish.store === 'redis' }
  let house = await openHouse(form)
  try {
    for (let seed = next(); seed !== null; seed = next()) {
      const verdict = await run(house, seed)
      tell(verdict)
      if (verdict.wrongs.length === 0) continue
      await house.close()
      house = await openHouse(form)
    }
  } finally {
    await house.close()
  }
}

/** Runs them all, and tells of each. True when all was kept that is promised. */
export async function runTorture(wish: TortureWish, print: (line: string) => void): Promise<boolean> {
  const begunAt = performance.now()
  const verdicts: Verdict[] = []
  let given = 0
  const next = () => {
    given += 1
    return given > wish.runs ? null : wish.seed + given - 1
  }
  const tell = (verdict: Verdict) => {
    verdicts.push(verdict)
    print(verdictWords(verdict))
    if (verdict.wrongs.length > 0) print(brokenWords(verdict))
  }
  await Promise.all(Array.from({ length: Math.min(wish.lanes, wish.runs) }, () => runLane(wish, next, tell)))
  const broken = verdicts.filter(({ wrongs }) => wrongs.length > 0).map(({ seed }) => seed)
  const commands = verdicts.reduce((sum, one) => sum + one.commands, 0)
  const seconds = Math.round((performance.now() - begunAt) / 1_000)
  const seeds = `seeds ${wish.seed} to ${wish.seed + wish.runs - 1}`
  const outcome = broken.length === 0 ? 'all kept' : `broken: ${broken.toSorted((a, b) => a - b).join(', ')}`
  print(`${verdicts.length} runs, ${seeds}, ${commands} commands in ${seconds} s: ${outcome}`)
  return broken.length === 0
}

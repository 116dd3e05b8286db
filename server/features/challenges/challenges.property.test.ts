import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/challenges/commands.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import { inSession, person } from '../../testing/principals.ts'
import { mia, rex } from '../gameLog/testing/openGameLog.ts'
import { type OpenChallenges, openChallenges } from './testing/openChallenges.ts'

const people = { ann: rex, ben: mia } as const
const names = ['ann', 'ben'] as const
const regions = ['swamps', 'north-lake', 'highlands-sector', null] as const

const step = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('accept' as const) },
    { weight: 8, arbitrary: fc.constant('complete' as const) },
    { weight: 8, arbitrary: fc.constant('see' as const) },
    { weight: 2, arbitrary: fc.constant('fight' as const) },
    { weight: 3, arbitrary: fc.constant('judge' as const) },
    { weight: 2, arbitrary: fc.constantFrom('turn' as const, 'crash' as const, 'drop' as const, 'pass' as const) },
    { weight: 3, arbitrary: fc.constant('repeat' as const) },
  ),
  who: fc.constantFrom(...names),
  nth: fc.nat(4),
  region: fc.constantFrom(...regions),
  growth: fc.nat(4),
  approves: fc.boolean(),
  tabs: fc.integer({ min: 1, max: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** The auditor's own model: which rewards were acknowledged, by player, set and challenge. */
interface Model {
  readonly paid: Map<string, number>
  readonly asked: {
    who: string
    name: string
    input: object
    id: ReturnType<OpenChallenges['nextId']>
    answer: unknown
  }[]
  set: number
  growth: number
}

const goals = [
  { measure: 'regions', target: 2 },
  { measure: 'growth', target: 4 },
  { measure: 'kills', target: 1 },
  { measure: 'judged', target: 1 },
  { measure: 'minutes', target: 1 },
] as const

async function ask(app: OpenChallenges, model: Model, who: string, command: { readonly name: string }, input: object) {
  const id = app.nextId()
  const principal = who === 'olga' ? person('olga', 'admin') : person(who)
  const answer = await app.dispatch(inSession(principal), command.name, input, id)
  model.asked.push({ who, name: command.name, input, id, answer })
  return answer
}

function note(app: OpenChallenges, model: Model, who: string, run: string | undefined, answer: unknown) {
  const { ok, output } = answer as { ok: boolean; output?: { paid?: { amount: number } | null } }
  if (!ok || !output?.paid) return
  const found = app.runsOf(who).find(({ id }) => id === run)
  const key = `${who} ${found?.set} ${found?.challenge.id}`
  expect(model.paid.has(key)).toBe(false)
  model.paid.set(key, output.paid.amount)
}

async function take(app: OpenChallenges, model: Model, one: Step): Promise<OpenChallenges> {
  const { kind, who, nth, region, growth, approves, tabs } = one
  const run = app.runsOf(who).at(-1 - nth)?.id ?? 'none'
  if (kind === 'turn') {
    model.set += 1
    await app.set(`set ${model.set}`, ...goals)
  }
  if (kind === 'accept')
    await ask(app, model, who, commands.acceptChallenge, { set: `set ${model.set}`, challenge: `${nth + 1}` })
  if (kind === 'see') {
    model.growth = (model.growth + growth) % 100
    const animal = { region, growth: model.growth }
    await app.see({ [people[who]]: animal })
  }
  if (kind === 'fight') await app.record([app.kill(people[who], people[who === 'ann' ? 'ben' : 'ann'])])
  if (kind === 'complete') {
    const answers = await Promise.all(
      Array.from({ length: tabs }, () => ask(app, model, who, commands.completeChallenge, { run })),
    )
    for (const answer of answers) note(app, model, who, run, answer)
  }
  if (kind === 'judge') {
    const verdict = approves ? { verdict: 'approve' } : { verdict: 'reject', reason: 'no' }
    note(app, model, who, run, await ask(app, model, 'olga', commands.judgeRun, { account: who, run, ...verdict }))
  }
  if (kind === 'drop') await ask(app, model, who, commands.dropChallenge, { run })
  if (kind === 'pass') await app.wait(5 * 3_600_000)
  if (kind === 'repeat') {
    const before = model.asked.at(-1 - nth)
    if (before && (before.answer as { ok: boolean }).ok) {
      const principal = before.who === 'olga' ? person('olga', 'admin') : person(before.who)
      const again = await app.dispatch(inSession(principal), before.name, before.input, before.id)
      if (again.ok) expect(again.output).toEqual((before.answer as { output: unknown }).output)
    }
  }
  return kind === 'crash' ? app.crash() : app
}

test('[DC50] over set changes, crashes, repeats, several tabs and verdicts each challenge of a set is paid once, and money is conserved', async () => {
  let paid = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
      const model: Model = { paid: new Map(), asked: [], set: 1, growth: 10 }
      let app = await openChallenges()
      await app.user('ben', mia)
      await app.follow()
      await app.set('set 1', ...goals)
      for (const one of steps) {
        app = await take(app, model, one)
        expect(app.faults).toEqual([])
      }
      await app.hub.settled()
      const sum = [...model.paid.values()].reduce((total, amount) => total + amount, 0)
      expect(app.talons('ann') + app.talons('ben')).toBe(sum)
      const { rows } = await app.memory.storage.archivePage({ kind: ledger.kind, before: null, limit: 200 })
      expect(rows.filter(({ row }) => ledger.schema.parse(row).cause === 'challenge')).toHaveLength(model.paid.size)
      expect(await app.problems()).toEqual([])
      paid += model.paid.size
    }),
    { numRuns: 250 },
  )
  // The steps have reached what they are about.
  expect(paid).toBeGreaterThan(40)
})

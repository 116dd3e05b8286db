import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/packs/commands.ts'
import { codeAlphabet, membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { packCodes } from './codes.ts'
import { type OpenPacks, openPacks } from './testing/openPacks.ts'
import { createPackModel, type PackModel } from './testing/packModel.ts'

const people = Array.from({ length: 18 }, (_, index) => `p${String(index).padStart(2, '0')}`)
const someone = fc.constantFrom(...people)
const animals = fc.constantFrom('Troodon', 'Stegosaurus', 'Gallimimus', null)
const hunters = fc.constantFrom('Troodon', 'Troodon', 'Stegosaurus', null)
const kinds = (joins: number) =>
  fc.oneof(
    { weight: joins, arbitrary: fc.constant('join' as const) },
    { weight: 3, arbitrary: fc.constantFrom('create' as const) },
    { weight: 2, arbitrary: fc.constantFrom('leave' as const, 'remove' as const, 'handOver' as const) },
    { weight: 2, arbitrary: fc.constantFrom('renew' as const, 'share' as const, 'hide' as const) },
    { weight: 3, arbitrary: fc.constantFrom('plays' as const, 'ping' as const, 'report' as const) },
    { weight: 1, arbitrary: fc.constantFrom('disband' as const) },
  )
const step = (joins: number) =>
  fc.record({
    kind: kinds(joins),
    who: someone,
    whom: someone,
    nth: fc.nat(3),
    animal: animals,
    aims: fc.boolean(),
    passMs: fc.constantFrom(0, 0, 1, 10_000),
  })
const life = (joins: number, first: fc.Arbitrary<string | null>) =>
  fc.record({
    animals: fc.array(first, { minLength: people.length, maxLength: people.length }),
    steps: fc.array(step(joins), { minLength: 60, maxLength: 160, size: 'max' }),
  })
/** Profiles of steps: packs that are created and disbanded, and packs that fill up. */
const lives = fc.oneof(life(14, animals), life(120, hunters), life(120, fc.constant('Stegosaurus')))
type Step = ReturnType<typeof step> extends fc.Arbitrary<infer One> ? One & { readonly code?: string } : never

interface Run extends OpenPacks {
  readonly model: PackModel
  /** All codes that ever existed: closed ones are tried too. */
  readonly codes: string[]
}

/** The refusal that a member, or the leader acting on another member, must get. */
function predictedRefusal({ model }: Run, { who, whom }: Step, needs: 'member' | 'leader' | 'target') {
  const own = model.packOf(who)
  if (!own) return 'notInPack'
  if (needs !== 'member' && own.leader !== who) return 'notLeader'
  if (needs === 'target' && who === whom) return 'yourself'
  return needs === 'target' && !own.members.has(whom) ? 'notMember' : null
}

const there = { species: 'Troodon', growth: 50, dead: false, slot: 1, region: null }

/** For each kind of step: its command, the answer that the model predicts, and the change of the model. */
const acts: Record<Step['kind'], (run: Run, step: Step) => Promise<void>> = {
  async create(run, { who }) {
    // Beyond the cooldown of creating packs.
    if (!run.model.packOf(who)) run.clock.pass(60_000)
    const answer = await run.ask(who, commands.createPack, { name: who })
    if (run.model.packOf(who)) return void expect(answer).toMatchObject({ code: 'inPack' })
    expect(answer.ok).toBe(true)
    const code = run.packOf(who).code
    run.model.packs.push({ id: run.idOf(who) ?? '', code, leader: who, members: new Map([[who, run.clock.now()]]) })
  },
  async join(run, { who, nth, code = run.codes.at(-1 - nth) ?? 'ZZZZZZ' }) {
    const refusal = run.model.joinRefusal(who, code)
    // Beyond the limit of guesses.
    if (refusal === 'unknownCode') run.clock.pass(60_001)
    const answer = await run.ask(who, commands.joinPack, { code })
    expect(answer.ok ? null : answer.code).toBe(refusal)
    if (answer.ok) run.model.packs.find((one) => one.code === code)?.members.set(who, run.clock.now())
  },
  async leave(run, step) {
    const refusal = predictedRefusal(run, step, 'member')
    const own = run.model.packOf(step.who)
    await answered(run, step, commands.leavePack, {}, refusal)
    if (own) run.model.remove(own, step.who)
  },
  async remove(run, step) {
    const refusal = predictedRefusal(run, step, 'target')
    await answered(run, step, commands.removeMember, { member: step.whom }, refusal)
    const own = run.model.packOf(step.who)
    if (refusal !== null || !own) return
    own.members.delete(step.whom)
    expect(run.packOf(step.who).code).not.toBe(own.code)
    own.code = run.packOf(step.who).code
  },
  async handOver(run, step) {
    const refusal = predictedRefusal(run, step, 'target')
    await answered(run, step, commands.handOverPack, { member: step.whom }, refusal)
    const own = run.model.packOf(step.who)
    if (refusal === null && own) own.leader = step.whom
  },
  async renew(run, step) {
    const refusal = predictedRefusal(run, step, 'leader')
    await answered(run, step, commands.renewCode, {}, refusal)
    const own = run.model.packOf(step.who)
    if (refusal === null && own) own.code = run.packOf(step.who).code
  },
  async disband(run, step) {
    const refusal = predictedRefusal(run, step, 'leader')
    await answered(run, step, commands.disbandPack, {}, refusal)
    if (refusal !== null) return
    const own = run.model.packOf(step.who)
    own?.members.clear()
  },
  share: (run, step) =>
    answered(run, step, commands.setSharing, { shares: true }, predictedRefusal(run, step, 'member')),
  hide: (run, step) =>
    answered(run, step, commands.setSharing, { shares: false }, predictedRefusal(run, step, 'member')),
  async ping(run, { who }) {
    const answer = await run.ask(who, commands.pingPlace, { x: 1, y: 1 })
    if (!answer.ok) expect(answer.code).toBe(run.model.packOf(who) ? 'tooSoon' : 'notInPack')
  },
  plays: (run, { who, animal }) => play(run, who, animal),
  /** A reading that is wrong: it names every player in every pack. */
  async report(run) {
    const seen = Object.fromEntries(people.map((who) => [who, there]))
    for (const { id } of run.model.packs)
      await run.hub.execute('game link', commands.reportPack.name, {
        pack: id,
        readAt: run.clock.now(),
        everyMs: 2_000,
        seen,
      })
  },
}

async function play(run: Run, who: string, animal: string | null) {
  await run.plays(who, animal)
  run.model.diets.set(who, animal === null ? 'nothing' : animal === 'Troodon' ? 'carnivore' : 'herbivore')
}

async function answered(run: Run, { who }: Step, command: { name: string }, input: object, refusal: string | null) {
  const answer = await run.ask(who, command, input)
  expect(answer.ok ? null : answer.code).toBe(refusal)
}

/** Invariants after every step: memberships and packs agree, codes open their packs, and the life document names only sharing members. */
function checkAll({ hub, model }: Run) {
  for (const { id, code, leader, members } of model.packs) {
    const kept = hub.read(pack, id)
    expect(Object.fromEntries(Object.entries(kept.members).map(([who, { joinedAt }]) => [who, joinedAt]))).toEqual(
      Object.fromEntries(members),
    )
    expect([kept.leader, kept.code]).toEqual(members.size > 0 ? [leader, code] : ['', ''])
    const life = hub.read(packLife, id)
    const sharers = Object.keys(kept.members).filter((who) => kept.members[who]?.sharedSince !== null)
    expect(sharers).toEqual(expect.arrayContaining(Object.keys(life.seen)))
    expect(Object.keys(kept.members)).toEqual(expect.arrayContaining(Object.keys(life.pingedAt)))
  }
  for (const who of people) expect(hub.read(membership, who).pack).toBe(model.packOf(who)?.id ?? null)
  const open = [...codeAlphabet].flatMap((first) => Object.entries(hub.read(packCodes, first).packs))
  const existing = model.packs.filter(({ members }) => members.size > 0)
  expect(new Map(open)).toEqual(new Map(existing.map(({ id, code }) => [code, id])))
}

/** Half of the steps are directed: by a leader at a member, or into the largest pack. The others mostly meet refusals. */
function aimed({ model }: Run, step: Step): Step {
  const [largest] = [...model.packs].sort((a, b) => b.members.size - a.members.size)
  if (!step.aims || !largest || largest.members.size === 0) return step
  if (step.kind === 'join') return { ...step, code: largest.code }
  const members = [...largest.members.keys()]
  return { ...step, who: largest.leader, whom: members.at(-1 - (step.nth % members.length)) ?? step.whom }
}

/** A hub that counts refusals and checks that they change nothing. */
async function openRun(refusals: Map<string, number>): Promise<Run> {
  const packs = await openPacks()
  let published = 0
  packs.hub.onPublish(({ length }) => {
    published += length
  })
  const ask: Run['ask'] = async (...asked) => {
    const before = published
    const answer = await packs.ask(...asked)
    if (answer.ok) return answer
    refusals.set(answer.code, (refusals.get(answer.code) ?? 0) + 1)
    expect(published).toBe(before)
    return answer
  }
  return { ...packs, ask, model: createPackModel(), codes: [] }
}

test('[PK39] for random commands of many players, each answer is the one that the model predicts', async () => {
  const refusals = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(lives, async ({ animals, steps }) => {
      const run = await openRun(refusals)
      for (const [index, who] of people.entries()) await play(run, who, animals[index] ?? null)
      for (const one of steps) {
        run.clock.pass(one.passMs)
        await acts[one.kind](run, aimed(run, one))
        for (const { code } of run.model.packs) if (!run.codes.includes(code)) run.codes.push(code)
        checkAll(run)
      }
      expect(run.faults).toEqual([])
      await run.hub.close()
      checkAll({ ...run, ...(await openPacks(run.memory, run.clock)) })
    }),
    { numRuns: 120, seed: 11 },
  )
  // Each limit must have been met, otherwise the test proves nothing about it.
  for (const code of [
    'unknownCode',
    'ownPack',
    'inPack',
    'tooManyCarnivores',
    'tooManyHerbivores',
    'full',
    'notMember',
  ])
    expect(refusals.get(code), code).toBeGreaterThan(4)
})

import { z } from 'zod'
import type { Principal } from '../../../../server/engine/principal.ts'
import { defineCommand } from '../../../../shared/engine/command.ts'
import { type Challenge, challengeRuns, challenges, Goal } from '../../../../shared/features/challenges/challenge.ts'
import * as commands from '../../../../shared/features/challenges/commands.ts'
import { challengeDesk } from '../../../../shared/features/challenges/desk.ts'
import { wallet } from '../../../../shared/features/wallet/wallet.ts'
import { implement } from '../../../engine/rule.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { freshId, inSession, person } from '../../../testing/principals.ts'
import { openGameLog, rex } from '../../gameLog/testing/openGameLog.ts'
import { moneyProblems } from '../../ledger/testing/checkMoney.ts'
import { createChallengeWatcher } from '../watcher.ts'

/** Replaces the daily set by one with these goals, so that a test need not wait for the dice. */
const giveSet = defineCommand({
  name: 'given.giveSet',
  permission: 'hub',
  input: z.object({ id: z.string(), goals: z.array(Goal) }),
  output: z.object({}),
  refusals: {},
})
/** Leaves of the approvals what a release before kept, which knew no approver, and offers a set as that named it. */
export const keepAsBefore = defineCommand({
  name: 'given.keepAsBefore',
  permission: 'hub',
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})
export const given = {
  name: 'given',
  documents: [],
  commands: [
    implement(giveSet, ({ edit, now }, { id, goals }) => {
      const all = goals.map((goal, nth) => challengeOf(String(nth + 1), goal, now))
      const byId = Object.fromEntries(all.map((one) => [one.id, one]))
      edit(challenges).daily = { id, kind: 'daily', startedAt: now, day: '2026-01-01', challenges: byId }
      return {}
    }),
    implement(keepAsBefore, ({ edit }) => {
      const desk = edit(challengeDesk)
      delete desk.approved
      if (desk.pending) delete desk.pending.approver
      const { daily } = edit(challenges)
      if (daily) daily.id = daily.id.replace('daily-2026-01-01-', 'daily-')
      return {}
    }),
  ],
  queries: [],
}

export const challengeOf = (id: string, goal: z.input<typeof Goal>, at: number): Challenge => ({
  id,
  type: 'growth',
  title: `Challenge ${id}`,
  description: 'Do it.',
  reward: { currency: 'razorTalons', amount: 2_500 },
  difficulty: 'Easy',
  timeLimit: 4,
  category: 'Growth',
  requiredDino: null,
  generatedDate: at,
  status: 'available',
  goal: Goal.parse(goal),
})

interface Animal {
  readonly species?: string
  readonly growth?: number
  readonly dead?: boolean
  readonly region?: string | null
}

type Kept = NonNullable<Parameters<typeof openGameLog>[1]>

async function open(kept: Kept) {
  const log = await openGameLog([...allFeatures, given], kept)
  const { hub, clock, dispatch, memory } = log
  const watcher = createChallengeWatcher({ hub, server: 'main', onFault: (what) => void log.faults.push(what) })
  await hub.settled()
  if (!kept.memory) await log.user('ann', rex)
  const runsOf = (who: string) => Object.values(hub.read(challengeRuns, who).runs)
  const asked =
    (principal: Principal) =>
    (command: { readonly name: string }, input: object, id = freshId(clock.now())) =>
      dispatch(principal, command.name, input, id)
  const ann = asked(inSession(person('ann')))
  return {
    ...log,
    watcher,
    ann,
    staff: asked(inSession(person('olga', 'admin'))),
    as: (who: string) => asked(inSession(person(who))),
    set: (id: string, ...goals: z.input<typeof Goal>[]) => hub.execute('test', giveSet.name, { id, goals }),
    accept: (set: string, challenge = '1') => ann(commands.acceptChallenge, { set, challenge }),
    complete: (nth = -1, who = 'ann') =>
      asked(inSession(person(who)))(commands.completeChallenge, { run: runsOf(who).at(nth)?.id ?? 'none' }),
    runsOf,
    run: (nth = -1) => runsOf('ann').at(nth),
    desk: () => hub.read(challengeDesk, ''),
    sets: () => hub.read(challenges, ''),
    /** One reading with these animals, by the game's id. */
    async see(animals: Readonly<Record<string, Animal>>, passMs = 10_000) {
      clock.pass(passMs)
      const players = Object.entries(animals).map(
        ([id, { species = 'Troodon', growth = 20, dead = false, region = null }]) => ({
          id,
          name: id,
          animal: {
            species,
            growth,
            dead,
            region,
            gender: null,
            health: dead ? 0 : 100,
            stamina: 100,
            hunger: 100,
            thirst: 100,
            slot: 0,
            square: null,
            near: null,
            place: null,
          },
        }),
      )
      await watcher.report({ at: clock.now(), everyMs: 10_000, players })
    },
    /** Time passes, and the timers that are due run. */
    async wait(ms: number) {
      clock.pass(ms)
      await hub.settled()
    },
    talons: (who = 'ann') => hub.read(wallet, who).razorTalons,
    nextId: () => freshId(clock.now()),
    problems: () => moneyProblems(hub, memory.storage),
  }
}
export type OpenChallenges = Awaited<ReturnType<typeof open>> & {
  /** Another hub over the same store, as after a crash: the timers of this one stand still. */
  crash(): Promise<OpenChallenges>
}

/** A hub with all features, whose sets, readings and log a test gives. Ann plays as `rex`. */
export async function openChallenges(kept: Kept = {}): Promise<OpenChallenges> {
  const app = await open(kept)
  return { ...app, crash: () => openChallenges({ memory: app.memory, clock: createTestClock(app.clock.now()) }) }
}

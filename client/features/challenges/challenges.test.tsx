// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type Challenge, challengeRuns, challenges, Goal, Run } from '../../../shared/features/challenges/challenge.ts'
import * as commands from '../../../shared/features/challenges/commands.ts'
import { type ChallengeDesk, challengeDesk } from '../../../shared/features/challenges/desk.ts'
import { generateChallenges } from '../../../shared/features/challenges/generate.ts'
import { readEvidence } from '../../../shared/features/challenges/queries.ts'
import { server } from '../../../shared/features/server/server.ts'
import {
  answering,
  given,
  refusal,
  refusedDocument,
  renderScreen,
  screenNow,
  signedIn,
} from '../../testing/renderScreen.tsx'
import { ChallengesPanel } from './ChallengesPanel.tsx'

// A hub without a code for the generator.
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  return () => vi.unstubAllGlobals()
})

const challengeOf = (id: string, more: Partial<Challenge> = {}): Challenge => ({
  id,
  type: 'exploration',
  title: `Walk ${id}`,
  description: 'Visit 5 named regions.',
  reward: { currency: 'razorTalons', amount: 2_500 },
  difficulty: 'Easy',
  timeLimit: 8,
  category: 'Exploration',
  requiredDino: null,
  generatedDate: screenNow,
  status: 'available',
  goal: Goal.parse({ measure: 'regions', target: 5 }),
  ...more,
})
const setOf = (...all: Challenge[]) => ({
  id: 'day',
  kind: 'daily' as const,
  day: '2026-11-21',
  startedAt: screenNow,
  challenges: Object.fromEntries(all.map((one) => [one.id, one])),
})
const judged = Goal.parse({ measure: 'judged', target: 1 })
const runOf = (challenge: Challenge, more: Partial<Run> = {}): Run =>
  Run.parse({
    id: `run ${challenge.id}`,
    set: 'day',
    kind: 'daily',
    challenge,
    acceptedAt: screenNow,
    deadline: screenNow + 3_600_000,
    state: 'accepted',
    ...more,
  })

const documents = (
  set: readonly Challenge[],
  runs: readonly Run[] = [],
  steamId: string | null = '76561198000000001',
) => [
  given(challenges, '', { daily: setOf(...set) }),
  given(account, 'ann', { steamId, createdAt: 1 }),
  given(challengeRuns, 'ann', { runs: Object.fromEntries(runs.map((run) => [run.id, run])) }),
]
const open = (set: readonly Challenge[], runs: readonly Run[] = [], steamId?: string | null) =>
  renderScreen(<ChallengesPanel account="ann" />, {
    hello: signedIn('player'),
    documents: documents(set, runs, steamId),
  })
const card = (title: string) => within(screen.getByRole('heading', { name: title }).closest('article') as HTMLElement)

test('[DC60] challenges are loading, there are none, or they are shown; a guest may read them and sign in', () => {
  const { change } = renderScreen(<ChallengesPanel account={null} />)
  expect(screen.getByText('Loading…')).toBeDefined()
  change(given(challenges, '', {}))
  expect(screen.getByText('No challenges available')).toBeDefined()
  change(given(challenges, '', { daily: setOf(challengeOf('1')) }))
  expect(card('Walk 1').getByText('Visit 5 named regions.')).toBeDefined()
  expect(card('Walk 1').getByText('Exploration · 8 h')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
  expect(screen.getByText('Sign in to accept a challenge and earn its reward.')).toBeDefined()
})

test('[DC61] accepting names the set and the challenge; progress and the time left are shown as the hub has them', async () => {
  const { sent, change } = open([challengeOf('1')])
  fireEvent.click(screen.getByRole('button', { name: 'Accept Walk 1' }))
  expect(sent).toMatchObject([{ name: commands.acceptChallenge.name, input: { set: 'day', challenge: '1' } }])
  await sent[0]?.answer({ ok: true, output: { run: 'run 1', deadline: 1 }, seq: 1 })
  const seen = runOf(challengeOf('1'), { regions: { swamps: true, 'north-lake': true, highlands: true } })
  change(given(challengeRuns, 'ann', { runs: { 'run 1': seen } }))
  expect(card('Walk 1').getByText('3 of 5 regions seen')).toBeDefined()
  expect(card('Walk 1').getByRole('timer').textContent).toBe('1:00:00')
  expect(card('Walk 1').queryByRole('button', { name: /^Accept/ })).toBeNull()
})

test('[DC62] Mark Complete asks the hub, and its "not yet" is shown on the card', async () => {
  const { sent } = open([challengeOf('1')], [runOf(challengeOf('1'))])
  fireEvent.click(screen.getByRole('button', { name: 'Mark Complete: Walk 1' }))
  expect(sent).toMatchObject([{ name: commands.completeChallenge.name, input: { run: 'run 1' } }])
  await sent[0]?.answer(refusal('notYet', 'Not done yet: 0 of 5 regions seen.'))
  expect(card('Walk 1').getByRole('alert').textContent).toContain('Not done yet: 0 of 5 regions seen.')
})

test('[DC63] what staff decide is asked with a note; an answer of theirs and each end are put into words', async () => {
  const all = ['1', '2', '3', '4', '5'].map((id) => challengeOf(id, { goal: judged }))
  const [one, two, three, four, five] = all as [Challenge, Challenge, Challenge, Challenge, Challenge]
  const { sent } = open(all, [
    runOf(one),
    runOf(two, { state: 'waiting' }),
    runOf(three, { state: 'rejected', reason: 'Not on the film' }),
    runOf(four, { state: 'completed', paid: four.reward }),
    runOf(five, { state: 'expired' }),
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Mark Complete: Walk 1' }))
  fireEvent.change(screen.getByLabelText('When and where was it?'), { target: { value: 'At noon, C5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Ask staff' }))
  expect(sent).toMatchObject([{ input: { run: 'run 1', note: 'At noon, C5' } }])
  expect(card('Walk 2').getByText(/^Staff are looking at it/)).toBeDefined()
  expect(card('Walk 3').getByText("Staff didn't accept it: Not on the film")).toBeDefined()
  expect(card('Walk 4').getByRole('status').textContent).toMatch(/Completed\. You got .*2,500/)
  expect(card('Walk 5').getByRole('button', { name: 'Accept Walk 5 again' })).toBeDefined()
})

test('[DC64] without a linked player only what staff decide can be accepted, and the way to link one is shown', () => {
  open([challengeOf('1'), challengeOf('2', { goal: judged })], [], null)
  expect(screen.queryByRole('button', { name: 'Accept Walk 1' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Accept Walk 2' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Link your Steam account' }).getAttribute('href')).toBe('/auth')
})

test('[DC65] what was accepted of an earlier set stays on the page until it ends', () => {
  const earlier = runOf(challengeOf('9'), { set: 'yesterday', state: 'reached', regions: {} })
  open([challengeOf('1')], [earlier, runOf(challengeOf('8'), { id: 'gone', set: 'yesterday', state: 'expired' })])
  expect(card('Walk 9').getByText(/^Done in time/)).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Walk 8' })).toBeNull()
})

test('[DC105] a challenge of a set that the user approved says that it pays nothing, before and after', () => {
  const isOwnSet = true
  open(
    ['1', '2'].map((id) => challengeOf(id)),
    [
      runOf(challengeOf('1'), { state: 'reached', isOwnSet }),
      runOf(challengeOf('2'), { state: 'completed', isOwnSet }),
    ],
  )
  expect(card('Walk 1').getByText('Done in time. You can mark it complete.')).toBeDefined()
  expect(card('Walk 1').getByText('You approved its set, so it pays you nothing.')).toBeDefined()
  expect(card('Walk 2').getByText('Completed. You approved its set, so it pays you nothing.')).toBeDefined()
})

test('[DC904] a challenge of a second approved set of a day says that it pays nothing, before and after', () => {
  const isSecondSet = true
  open(
    ['1', '2'].map((id) => challengeOf(id)),
    [
      runOf(challengeOf('1'), { state: 'reached', isSecondSet }),
      runOf(challengeOf('2'), { state: 'completed', isSecondSet }),
    ],
  )
  const text = 'You were paid for another set that staff approved that day, so it pays you nothing.'
  expect(card('Walk 1').getByText('Done in time. You can mark it complete.')).toBeDefined()
  expect(card('Walk 1').getByText(text)).toBeDefined()
  expect(card('Walk 2').getByText(`Completed. ${text}`)).toBeDefined()
})

const deskOf = (more: Partial<ChallengeDesk> = {}) => given(challengeDesk, '', more)
const openStaff = async (desk: ReturnType<typeof deskOf>, queries: Parameters<typeof renderScreen>[1] = {}) => {
  const app = renderScreen(<ChallengesPanel account="ann" />, {
    hello: signedIn('admin'),
    documents: [...documents([challengeOf('1')]), desk],
    ...queries,
  })
  await screen.findByRole('heading', { name: 'Manage challenges' })
  await app.settle()
  return app
}

test('[DC66] the generator previews what the hub will make of the same dice, and approves what is selected', {
  tags: 'slow',
}, async () => {
  const { sent } = await openStaff(deskOf())
  fireEvent.click(screen.getByRole('button', { name: 'Generate challenges' }))
  fireEvent.change(screen.getByLabelText('Challenges'), { target: { value: '4' } })
  fireEvent.change(screen.getByLabelText('Reward currency'), { target: { value: 'voidPearls' } })
  const boxes = within(screen.getByRole('list', { name: 'Preview' })).getAllByRole('checkbox')
  expect(boxes).toHaveLength(4)
  fireEvent.click(boxes[1] as HTMLElement)
  fireEvent.click(screen.getByRole('button', { name: 'Approve 3 challenges' }))
  const input = commands.approveUpdate.input.parse(sent[0]?.input)
  expect(input).toMatchObject({ count: 4, currency: 'voidPearls', chosen: ['1', '3', '4'], isTest: false })
  const made = generateChallenges({ kind: 'daily', ...input, at: 0 })
  for (const { title } of made) expect(screen.getByLabelText(title)).toBeDefined()
  for (const box of [boxes[0], boxes[2], boxes[3]]) fireEvent.click(box as HTMLElement)
  expect(screen.getByText('Select at least one challenge.')).toBeDefined()
})

test('[DC106] the generator offers Void Pearls only to staff who may give currency', async () => {
  await openStaff(deskOf(), { hello: { ...signedIn('player'), may: ['look', 'play', 'manageChallenges'] } })
  fireEvent.click(screen.getByRole('button', { name: 'Generate challenges' }))
  const names = within(screen.getByLabelText('Reward currency')).getAllByRole('option')
  expect(names.map(({ textContent }) => textContent)).toEqual(['Auto-detect', 'Razor Talons', 'Sylvan Shards'])
})

const entryOf = (id: string, more: object = {}): ChallengeDesk['history'][string] => ({
  id,
  timestamp: screenNow - 3_600_000,
  adminInfo: { code: 'species code', sessionId: '0123456789abcdef', userAgent: 'Firefox', account: 'ann' },
  action: 'approved',
  kind: 'daily',
  challengeCount: 2,
  challenges: [],
  scheduledFor: screenNow - 10_000,
  status: 'pending',
  cancelReason: null,
  cancelledAt: null,
  ...more,
})

test('[DC67] a pending update says when it is active, or that it is overdue, and is cancelled with a reason', async () => {
  const pending = { historyId: 'h', scheduledTime: screenNow - 10_000, challenges: [challengeOf('1')], approver: 'ann' }
  const { sent } = await openStaff(deskOf({ pending, history: { h: entryOf('h') } }))
  expect(screen.getByText('Overdue')).toBeDefined()
  expect(screen.getByText('Update is overdue! It should have activated automatically.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel update' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel update' }))
  expect(sent).toMatchObject([{ name: commands.cancelUpdate.name, input: { history: 'h', reason: '' } }])
})

test('[DC68] the history is filtered by door, action and status, and says when nothing is found', async () => {
  const history = {
    a: entryOf('a'),
    b: entryOf('b', {
      action: 'updated',
      status: 'active',
      adminInfo: { code: 'hub', sessionId: null, userAgent: null, account: '' },
    }),
  }
  await openStaff(deskOf({ history }))
  fireEvent.click(screen.getByRole('button', { name: 'History' }))
  const entries = () => within(screen.getByRole('list', { name: 'History entries' })).queryAllByRole('heading')
  expect(entries()).toHaveLength(2)
  fireEvent.change(screen.getByLabelText('Admin code'), { target: { value: 'SPECIES' } })
  expect(entries().map(({ textContent }) => textContent)).toEqual(['Approved: 2 daily challenges'])
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'cancelled' } })
  expect(screen.getByText('No history entries found matching your filters.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Clean up' }).hasAttribute('disabled')).toBe(true)
})

test('[DC69] staff see what is known of the player in that time, approve, or reject with a reason', async () => {
  const run = runOf(challengeOf('1', { goal: judged }), { state: 'waiting', endedAt: screenNow })
  const asked = { x: { account: 'ben', run: run.id, title: 'Walk 1', note: 'At noon', askedAt: screenNow } }
  const known = {
    name: 'Ben',
    run,
    steamId: '1',
    playMs: 3_600_000,
    stays: [{ from: 1, to: 2, species: 'Troodon' }],
    fights: [],
    hasLog: false,
  }
  const { sent, settle } = await openStaff(deskOf({ asked }), { queries: [answering(readEvidence, () => known)] })
  await settle()
  const row = within(screen.getByRole('region', { name: 'To decide' }))
  expect(row.getByText(/^Played 1 h in that time as Troodon/).textContent).toContain("The game's log isn't connected")
  fireEvent.click(row.getByRole('button', { name: 'Approve Walk 1 of Ben' }))
  expect(sent).toMatchObject([{ input: { verdict: 'approve', account: 'ben', run: run.id } }])
  fireEvent.click(row.getByRole('button', { name: 'Reject Walk 1 of Ben' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject' }))
  expect(sent).toHaveLength(1)
  expect(screen.getByText('Say why.')).toBeDefined()
})

test('[DC70] a session that may not read the desk says so', async () => {
  await openStaff(refusedDocument(challengeDesk, ''))
  expect(screen.getByText("You can't read this.")).toBeDefined()
})

test('[DC90] while currency is off a challenge promises no reward, and can still be accepted', () => {
  const { change } = open([challengeOf('1'), challengeOf('2')], [runOf(challengeOf('2'), { state: 'reached' })])
  expect(card('Walk 1').getByText('2,500')).toBeDefined()
  expect(card('Walk 2').getByText('Done in time. Mark it complete to get your reward.')).toBeDefined()
  change(given(server, mainServer, { features: { realCurrency: false } }))
  expect(card('Walk 1').queryByText('2,500')).toBeNull()
  expect(card('Walk 1').getByText('No reward while currency is off')).toBeDefined()
  expect(card('Walk 1').getByRole('button', { name: 'Accept Walk 1' })).toBeDefined()
  expect(card('Walk 2').getByText('Done in time. You can mark it complete once currency is on.')).toBeDefined()
})

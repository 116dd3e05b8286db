// One file because all rules start from the same hub, with its readings, log and sets.
import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import { challengeRuns, countedRuns, mostOpenRuns } from '../../../shared/features/challenges/challenge.ts'
import * as commands from '../../../shared/features/challenges/commands.ts'
import { readEvidence } from '../../../shared/features/challenges/queries.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { exportMe } from '../../../shared/features/erasure/queries.ts'
import { notifications } from '../../../shared/features/notifications/notifications.ts'
import { createPack, joinPack } from '../../../shared/features/packs/commands.ts'
import { pack } from '../../../shared/features/packs/pack.ts'
import { signInAs } from '../../testing/accounts.ts'
import { guest, inSession, person } from '../../testing/principals.ts'
import { mia, rex } from '../gameLog/testing/openGameLog.ts'
import { openChallenges } from './testing/openChallenges.ts'

const hourMs = 3_600_000
const growing = { measure: 'growth', target: 6 } as const
const judged = { measure: 'judged', target: 1 } as const

test('[DC20] what the hub saw is paid when the player marks it complete, and not before it is done', async () => {
  const { set, accept, complete, see, run, talons, problems } = await openChallenges()
  await set('day', growing)
  expect(await accept('day')).toMatchObject({ ok: true })
  for (const growth of [20, 23]) await see({ [rex]: { growth } })
  expect(await complete()).toMatchObject({ code: 'notYet', message: 'Not done yet: 3 of 6 points of growth seen.' })
  await see({ [rex]: { growth: 26 } })
  expect(run()).toMatchObject({ state: 'reached' })
  expect(talons()).toBe(0)
  expect(await complete()).toMatchObject({ output: { state: 'completed', paid: { amount: 2_500 } } })
  expect([talons(), await problems()]).toEqual([2_500, []])
})

test('[DC21] a challenge that is accepted again can be completed again, and is paid once', async () => {
  const { set, accept, complete, see, talons, problems } = await openChallenges()
  await set('day', { measure: 'regions', target: 1 })
  for (const paid of [{ amount: 2_500 }, null]) {
    expect(await accept('day')).toMatchObject({ ok: true })
    expect(await accept('day')).toMatchObject({ code: 'accepted' })
    await see({ [rex]: { region: 'swamps' } })
    await see({ [rex]: { region: null } })
    expect(await complete()).toMatchObject({ output: { state: 'completed', paid } })
    expect(await complete()).toMatchObject({ code: 'gone' })
  }
  await set('next day', { measure: 'regions', target: 1 })
  expect(await accept('day')).toMatchObject({ code: 'gone' })
  await accept('next day')
  await see({ [rex]: { region: 'swamps' } })
  expect(await complete()).toMatchObject({ output: { paid: { amount: 2_500 } } })
  expect([talons(), await problems()]).toEqual([5_000, []])
})

test('[DC22] the set may change meanwhile: what was accepted keeps its goal, its time and its reward', async () => {
  const { set, accept, complete, see, run, talons } = await openChallenges()
  await set('day', growing)
  await accept('day')
  await set('next', { measure: 'growth', target: 90 })
  for (const growth of [20, 23, 26]) await see({ [rex]: { growth } })
  expect(run()).toMatchObject({ set: 'day', challenge: { goal: { target: 6 } } })
  await complete()
  expect(talons()).toBe(2_500)
})

test('[DC23] when its time is up it ends; what was done in time stays and can be marked complete later', async () => {
  const { set, accept, complete, see, wait, runsOf, talons, desk } = await openChallenges()
  await set('day', growing, { measure: 'growth', target: 3 })
  await accept('day', '1')
  await accept('day', '2')
  for (const growth of [20, 23]) await see({ [rex]: { growth } })
  await wait(4 * hourMs - 30_000)
  await see({ [rex]: { growth: 24 } }, 20_000)
  await see({ [rex]: { growth: 27 } }, 20_000)
  expect(await complete(0)).toMatchObject({ code: 'over', message: 'Its time is up.' })
  await wait(60_000)
  expect(runsOf('ann').map(({ state }) => state)).toEqual(['expired', 'reached'])
  await wait(50 * hourMs)
  expect(await complete(0)).toMatchObject({ code: 'over' })
  expect(await complete(1)).toMatchObject({ ok: true })
  expect(talons()).toBe(2_500)
  expect(Object.values(desk().days).map(({ accepted, expired }) => [accepted, expired])).toContainEqual([2, 1])
})

test('[DC24] a jump of growth is not grown, another animal begins at its own growth, and a single life begins again', async () => {
  const { set, accept, see, run, runsOf } = await openChallenges()
  await set('day', { measure: 'growth', target: 50 }, { measure: 'growth', target: 50, oneLife: true })
  await accept('day', '1')
  await accept('day', '2')
  const counts = () => runsOf('ann').map(({ count }) => count)
  for (const growth of [20, 25]) await see({ [rex]: { growth } })
  expect(counts()).toEqual([5, 5])
  await see({ [rex]: { growth: 90 } })
  expect(counts()).toEqual([5, 5])
  await see({ [rex]: { growth: 91 } })
  await see({ [rex]: { growth: 91, dead: true } })
  await see({ [rex]: { growth: 3 } })
  await see({ [rex]: { growth: 5 } })
  expect(counts()).toEqual([8, 2])
  await see({ [rex]: { growth: 80, species: 'Carnotaurus' } })
  expect(counts()).toEqual([8, 0])
  expect(run()?.life).toEqual({ species: 'Carnotaurus', growth: 80 })
})

test('[DC25] minutes count while everything that is asked for holds: species, diet, region and pack', async () => {
  const { set, accept, see, runsOf, hub, as, user } = await openChallenges()
  const base = { measure: 'minutes', target: 30 } as const
  await set(
    'day',
    base,
    { ...base, species: 'Troodon' },
    { ...base, diet: 'herbivore' },
    { ...base, region: 'swamps' },
    { ...base, pack: 2 },
  )
  for (const id of ['1', '2', '3', '4', '5']) await accept('day', id)
  await user('ben', mia)
  const minutes = () => runsOf('ann').map(({ ms }) => Math.round(ms / 60_000))
  const play = async (animal: object, more = {}) => {
    for (let nth = 0; nth < 13; nth += 1) await see({ [rex]: animal, ...more })
  }
  await play({ species: 'Troodon' })
  expect(minutes()).toEqual([2, 2, 0, 0, 0])
  await play({ species: 'Dryosaurus', region: 'swamps' })
  expect(minutes()).toEqual([4, 2, 2, 2, 0])
  const made = await as('ann')(createPack, { name: 'Night' })
  const { pack: key } = createPack.output.parse((made as { readonly output?: unknown }).output)
  const { code } = hub.read(pack, key)
  expect(await as('ben')(joinPack, { code })).toMatchObject({ ok: true })
  await play({ species: 'Dryosaurus' })
  expect(minutes()[4]).toBe(0)
  await play({ species: 'Dryosaurus' }, { [mia]: {} })
  expect(minutes()[4]).toBe(2)
})

test('[DC110] when the hub stops, the time that is not written yet is, once', async () => {
  const { set, accept, see, run, watcher } = await openChallenges()
  await set('day', { measure: 'minutes', target: 30 })
  await accept('day')
  for (let reading = 0; reading < 6; reading += 1) await see({ [rex]: {} })
  expect(run()?.ms).toBe(0)
  await watcher.flush()
  await watcher.flush()
  expect(run()?.ms).toBe(50_000)
})

test('[DC26] nothing is counted while no reading shows the player, or the player is dead', async () => {
  const { set, accept, see, run } = await openChallenges()
  await set('day', { measure: 'minutes', target: 30 })
  await accept('day')
  await see({ [rex]: {} })
  await see({}, 600_000)
  await see({ [rex]: {} }, 600_000)
  for (let nth = 0; nth < 12; nth += 1) await see({ [rex]: { dead: true } })
  expect(run()?.ms).toBeLessThan(60_000)
})

test("[DC27] kills count from the game's log, by what the player played and when it happened; without the log staff decide", async () => {
  const { set, accept, complete, record, kill, run, follow, desk, clock, talons } = await openChallenges()
  await set(
    'day',
    { measure: 'kills', target: 2, species: 'Carnotaurus' },
    { measure: 'kills', target: 1, species: 'Dryosaurus' },
  )
  const before = clock.now()
  clock.pass(60_000)
  await accept('day', '1')
  await follow()
  await record([kill(rex, mia, before), kill(rex, mia), kill(mia, rex)])
  expect(run()).toMatchObject({ count: 1, state: 'accepted' })
  expect(await complete()).toMatchObject({ code: 'notYet', message: 'Not done yet: 1 of 2 kills seen.' })
  await record([kill(rex, mia)])
  expect(await complete()).toMatchObject({ output: { paid: { amount: 2_500 } } })
  await accept('day', '2')
  await follow('failing')
  expect(await complete()).toMatchObject({ output: { state: 'waiting', paid: null } })
  expect(Object.values(desk().asked)).toMatchObject([{ account: 'ann', title: 'Challenge 2' }])
  expect(talons()).toBe(2_500)
})

const demoPerson = {
  displayName: 'Ada',
  avatar: '',
  profileUrl: '',
  realName: '',
  country: '',
  accountCreated: null,
}

test('[DC28] what the hub cannot see waits for staff, who see what is known, approve once, or reject with a reason', async () => {
  const { set, accept, complete, staff, ann, query, runsOf, talons, hub, record, kill, problems, run, as } =
    await openChallenges()
  await set('day', judged, judged)
  await accept('day', '1')
  await record([kill(rex, mia)])
  expect(await ann(commands.completeChallenge, { run: run()?.id, note: 'By the river' })).toMatchObject({
    output: { state: 'waiting' },
  })
  expect(await complete()).toMatchObject({ code: 'waiting' })
  const [first] = runsOf('ann')
  const one = { account: 'ann', run: first?.id }
  const evidence = readEvidence.output.parse(await query(person('olga', 'admin'), readEvidence.name, one))
  expect(evidence).toMatchObject({ name: 'ann', steamId: rex, fights: [{ act: 'kill', other: 'Dryosaurus' }] })
  expect(await staff(commands.judgeRun, { ...one, verdict: 'reject', reason: ' ' })).toMatchObject({ code: 'badInput' })
  expect(await as('ann')(commands.judgeRun, { ...one, verdict: 'approve' })).toMatchObject({ code: 'forbidden' })
  expect(await staff(commands.judgeRun, { ...one, verdict: 'approve' })).toMatchObject({
    output: { paid: { amount: 2_500 } },
  })
  expect(await staff(commands.judgeRun, { ...one, verdict: 'approve' })).toMatchObject({ code: 'gone' })
  await accept('day', '2')
  await complete()
  const other = { account: 'ann', run: runsOf('ann').at(-1)?.id }
  expect(await staff(commands.judgeRun, { ...other, verdict: 'reject', reason: 'Not on the film' })).toMatchObject({
    ok: true,
  })
  expect(runsOf('ann').map(({ state, reason }) => [state, reason])).toEqual([
    ['completed', ''],
    ['rejected', 'Not on the film'],
  ])
  const told = Object.values(hub.read(notifications, 'ann').entries).map(({ message }) => message)
  expect(told).toEqual(['Staff accepted “Challenge 1”. You got 2,500 Razor Talons.', '“Challenge 2”: Not on the film'])
  expect([talons(), await problems()]).toEqual([2_500, []])
})

test('[DC2809] staff of the demo neither see what is known of a real player nor decide on their challenge', async () => {
  const { set, accept, complete, hub, query, dispatch, run, talons } = await openChallenges()
  const identity = { provider: 'steam', steamId: mia, ...demoPerson } as const
  await signInAs(hub, { identity, demo: true, newAccount: 'demo-admin' })
  await set('day', judged)
  await accept('day')
  await complete()
  const admin = inSession(person('demo-admin', 'admin'))
  const one = { account: 'ann', run: run()?.id }
  for (const verdict of [{ verdict: 'approve' }, { verdict: 'reject', reason: 'No' }])
    expect(await dispatch(admin, commands.judgeRun.name, { ...one, ...verdict })).toMatchObject({ code: 'otherKind' })
  await expect(query(admin, readEvidence.name, one)).rejects.toThrow('otherKind')
  expect([run()?.state, talons()]).toEqual(['waiting', 0])
})

test('[DC200] the export of a player has what they wrote to staff with a challenge, and nothing of others', async () => {
  const { set, as, user, runsOf, query, clock } = await openChallenges()
  await set('day', judged)
  await user('bob', mia)
  for (const [who, note] of [
    ['ann', 'By the river'],
    ['bob', 'At the falls'],
  ] as const) {
    await as(who)(commands.acceptChallenge, { set: 'day', challenge: '1' })
    await as(who)(commands.completeChallenge, { run: runsOf(who)[0]?.id, note })
  }
  const run = runsOf('ann')[0]?.id
  const { personal } = exportMe.output.parse(await query(inSession(person('ann')), exportMe.name))
  expect(personal).toMatchObject({
    challengesToJudge: [{ run, title: 'Challenge 1', note: 'By the river', askedAt: clock.now() }],
  })
  expect(JSON.stringify(personal)).not.toContain('At the falls')
})

test('[DC29] staff never decide on a challenge of their own', async () => {
  const { set, dispatch, user, runsOf } = await openChallenges()
  await set('day', judged)
  await user('olga', null)
  const olga = inSession(person('olga', 'admin'))
  await dispatch(olga, commands.acceptChallenge.name, { set: 'day', challenge: '1' })
  const [run] = runsOf('olga')
  await dispatch(olga, commands.completeChallenge.name, { run: run?.id })
  const verdict = { account: 'olga', run: run?.id, verdict: 'approve' }
  expect(await dispatch(olga, commands.judgeRun.name, verdict)).toMatchObject({ code: 'own' })
})

test('[DC30] bad input and guests change nothing; a player without a linked Steam account takes only what staff decide', async () => {
  const { set, accept, ann, dispatch, user, as, complete, runsOf } = await openChallenges()
  await set('day', ...Array.from({ length: 8 }, () => growing))
  for (const [wanted, challenge] of [
    ['day', '9'],
    ['night', '1'],
    ['day', '__proto__'],
    ['constructor', '1'],
  ] as const)
    expect(await accept(wanted, challenge)).toMatchObject({ code: 'gone' })
  expect(await ann(commands.acceptChallenge, { set: 'day', challenge: 1 })).toMatchObject({ code: 'badInput' })
  expect(await dispatch(guest, commands.acceptChallenge.name, { set: 'day', challenge: '1' })).toMatchObject({
    code: 'forbidden',
  })
  expect(await complete()).toMatchObject({ code: 'gone' })
  await user('ben', null)
  expect(await as('ben')(commands.acceptChallenge, { set: 'day', challenge: '1' })).toMatchObject({ code: 'notLinked' })
  await set('other', judged)
  expect(await as('ben')(commands.acceptChallenge, { set: 'other', challenge: '1' })).toMatchObject({ ok: true })
  for (let nth = 0; nth < mostOpenRuns; nth += 1) {
    if (nth % 8 === 0) await set(`set ${nth}`, ...Array.from({ length: 8 }, () => growing))
    expect(await accept(`set ${nth - (nth % 8)}`, String((nth % 8) + 1))).toMatchObject({ ok: true })
  }
  expect(await accept('set 8', '8')).toMatchObject({ code: 'tooMany' })
  expect(await ann(commands.dropChallenge, { run: runsOf('ann')[0]?.id })).toMatchObject({ ok: true })
  expect(await accept('set 8', '8')).toMatchObject({ ok: true })
})

test('[DC31] unlinking the player stops the count, and erasing the user leaves nothing but the sums', async () => {
  const { set, accept, see, run, ann, complete, desk, hub, problems, dispatch } = await openChallenges()
  await set('day', growing, judged)
  await accept('day', '1')
  await see({ [rex]: { growth: 20 } })
  expect(await ann(unlink, { provider: 'steam' })).toMatchObject({ ok: true })
  await see({ [rex]: { growth: 23 } })
  expect(run()?.count).toBe(0)
  await accept('day', '2')
  await complete()
  expect(Object.keys(desk().asked)).toHaveLength(1)
  expect(await dispatch(inSession(person('ann')), eraseMe.name, { confirm: 'ann' })).toMatchObject({ ok: true })
  expect([desk().asked, hub.read(challengeRuns, 'ann').runs, hub.read(countedRuns, '').accounts]).toEqual([{}, {}, {}])
  expect(await problems()).toEqual([])
})

test('[DC32] a user who erases the account and signs in again is paid no challenge of the same set twice', async () => {
  const { set, accept, complete, see, user, as, runsOf, talons, dispatch, problems } = await openChallenges()
  await set('day', { measure: 'regions', target: 1 }, { measure: 'regions', target: 1 })
  await accept('day', '1')
  await see({ [rex]: { region: 'swamps' } })
  expect(await complete()).toMatchObject({ output: { paid: { amount: 2_500 } } })
  expect(await dispatch(inSession(person('ann')), eraseMe.name, { confirm: 'ann' })).toMatchObject({ ok: true })
  await user('again', rex)
  for (const [challenge, paid] of [
    ['1', null],
    ['2', { amount: 2_500 }],
  ] as const) {
    await as('again')(commands.acceptChallenge, { set: 'day', challenge })
    await see({ [rex]: { region: 'swamps' } })
    const run = runsOf('again').at(-1)?.id
    expect(await as('again')(commands.completeChallenge, { run })).toMatchObject({ output: { paid } })
  }
  expect([talons('again'), await problems()]).toEqual([2_500, []])
})

test('[DC33] a user who moves the Steam account to another account is paid no challenge of a set twice, in whatever order they complete it', async () => {
  for (const order of [
    ['ann', 'move', 'alt'],
    ['move', 'ann', 'alt'],
    ['move', 'alt', 'ann'],
  ] as const) {
    const { set, accept, see, as, runsOf, ann, hub, talons, problems } = await openChallenges()
    await set('day', { measure: 'regions', target: 1 })
    await accept('day')
    await see({ [rex]: { region: 'swamps' } })
    const { steam } = hub.read(account, 'ann')
    const paid: unknown[] = []
    for (const step of order) {
      if (step === 'move') {
        expect(await ann(unlink, { provider: 'steam' })).toMatchObject({ ok: true })
        await signInAs(hub, { identity: steam as never, newAccount: 'alt' })
        await as('alt')(commands.acceptChallenge, { set: 'day', challenge: '1' })
        await see({ [rex]: { region: 'swamps' } })
      } else {
        const run = runsOf(step).at(-1)?.id
        const answer = await as(step)(commands.completeChallenge, { run })
        paid.push((answer as { output?: { paid: unknown } }).output?.paid)
      }
    }
    expect(paid, order.join()).toEqual([{ currency: 'razorTalons', amount: 2_500 }, null])
    expect([talons() + talons('alt'), await problems()]).toEqual([2_500, []])
  }
})

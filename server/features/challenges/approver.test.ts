import { expect, test } from 'vitest'
import type { Permission } from '../../../shared/engine/permissions.ts'
import * as commands from '../../../shared/features/challenges/commands.ts'
import { testDelayMs, updateDelayMs } from '../../../shared/features/challenges/desk.ts'
import { generateChallenges } from '../../../shared/features/challenges/generate.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { setPermission } from '../../../shared/features/roles/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import { regions } from '../../../shared/features/world/regions.ts'
import { inSession, person } from '../../testing/principals.ts'
import { mia, rex } from '../gameLog/testing/openGameLog.ts'
import { keepAsBefore, openChallenges } from './testing/openChallenges.ts'

/** What the code of the generator gives. */
const byCode: readonly Permission[] = ['look', 'play', 'manageChallenges']
const ids = regions.map(({ id }) => id)

/** A seed of which one challenge is to visit a few regions, whatever the animal is. */
function walkOf(currency: Currency) {
  for (let seed = 0; ; seed += 1)
    for (const { id, goal, reward } of generateChallenges({ kind: 'daily', count: 8, currency, seed, at: 0 }))
      if (goal.measure === 'regions' && goal.diet === null && goal.species === null && goal.pack === 0)
        return { reward, id, update: { seed, count: 8, currency, chosen: [id], isTest: true } }
}

/** A hub in which ann, a player of rex, has entered the code, and ben plays mia. */
async function openApproved() {
  const app = await openChallenges()
  await app.user('ben', mia)
  const ann = { ...inSession(person('ann')), can: (permission: Permission) => byCode.includes(permission) }
  const ask = (principal: ReturnType<typeof person>, command: { readonly name: string }, input: object) =>
    app.dispatch(principal, command.name, input, app.nextId())
  const { id, update, reward } = walkOf('razorTalons')
  return {
    ...app,
    reward,
    approve: (more: object = {}, by: ReturnType<typeof person> = ann) =>
      ask(by, commands.approveUpdate, { ...update, ...more }),
    acceptAs: (who: string) =>
      ask(inSession(person(who)), commands.acceptChallenge, { set: app.sets().daily?.id ?? '', challenge: id }),
    /** Both walk through all regions. */
    async walk() {
      for (const region of ids) await app.see({ [rex]: { region }, [mia]: { region } })
    },
    /** All that an account has, of all currencies. */
    owns: (who: string) => currencies.reduce((sum, one) => sum + app.hub.read(wallet, who)[one], 0),
  }
}

test('[DC100] the challenges of a set pay those who approved it nothing, however often they approve one, and others once a day', async () => {
  const { approve, wait, acceptAs, walk, complete, run, runsOf, owns, reward, problems } = await openApproved()
  for (let round = 0; round < 3; round += 1) {
    expect(await approve()).toMatchObject({ ok: true })
    await wait(testDelayMs)
    for (const who of ['ann', 'ben']) expect(await acceptAs(who)).toMatchObject({ ok: true })
  }
  await walk()
  for (const nth of runsOf('ann').keys()) {
    expect(await complete(nth)).toMatchObject({ output: { state: 'completed', paid: null } })
    const paid = nth === 0 ? reward : null
    expect(await complete(nth, 'ben')).toMatchObject({ output: { state: 'completed', paid } })
  }
  expect(run()).toMatchObject({ state: 'completed', paid: null, isOwnSet: true })
  expect(runsOf('ben')[0]).toMatchObject({ isOwnSet: false })
  expect([owns('ann'), owns('ben')]).toEqual([0, reward.amount])
  expect(await problems()).toEqual([])
})

test('[DC101] another account of the approver is not paid either, even after midnight has replaced the set', async () => {
  const { approve, wait, acceptAs, walk, complete, user, owns, problems } = await openApproved()
  await approve()
  await wait(testDelayMs)
  await user('ann', null)
  await user('second', rex)
  await acceptAs('second')
  await walk()
  await wait(86_400_000)
  expect(await complete(0, 'second')).toMatchObject({ output: { state: 'completed', paid: null } })
  expect(owns('second')).toBe(0)
  expect(await problems()).toEqual([])
})

test('[DC102] owners are paid by what they approve, and the set that follows an approved one pays its approver', async () => {
  const { approve, wait, acceptAs, walk, complete, run, owns, sets, reward, problems } = await openApproved()
  await approve({}, inSession(person('ann', 'owner')))
  await wait(testDelayMs)
  await acceptAs('ann')
  await walk()
  expect(await complete(0)).toMatchObject({ output: { paid: reward } })
  await approve()
  await wait(testDelayMs)
  await wait(86_400_000)
  expect(sets().daily?.id).toBe('daily-2026-01-02')
  await acceptAs('ann')
  expect(run()).toMatchObject({ set: 'daily-2026-01-02', isOwnSet: false })
  expect(owns('ann')).toBe(reward.amount)
  expect(await problems()).toEqual([])
})

test('[DC103] Void Pearls are offered only by staff who may give currency', async () => {
  const { approve, desk } = await openApproved()
  const pearls = walkOf('voidPearls').update
  expect(await approve(pearls)).toMatchObject({ code: 'noPearls' })
  expect(desk().pending).toBeNull()
  expect(await approve(pearls, inSession(person('olga', 'admin')))).toMatchObject({ ok: true })
})

test('[DC104] when an approver is erased, a pending set is cancelled and an offered one is replaced by that of the hub: a user who signs in again would be paid by it', async () => {
  const { approve, wait, acceptAs, walk, complete, user, desk, sets, owns, dispatch, nextId, problems } =
    await openApproved()
  await approve()
  await wait(testDelayMs)
  await approve({ isTest: false })
  const id = desk().pending?.historyId ?? ''
  expect(await dispatch(inSession(person('ann')), eraseMe.name, { confirm: 'ann' }, nextId())).toMatchObject({
    ok: true,
  })
  expect(desk()).toMatchObject({ pending: null, approved: null })
  expect(desk().history[id]).toMatchObject({ status: 'cancelled', adminInfo: { account: '' } })
  expect(sets().daily?.id).toBe('daily-2026-01-01')
  await wait(updateDelayMs)
  expect(sets().daily?.id).toBe('daily-2026-01-01')
  await user('again', rex)
  await acceptAs('again')
  await walk()
  await complete(0, 'again')
  expect(owns('again')).toBe(0)
  expect(await problems()).toEqual([])
})

test('[DC905] what a release before approved, which kept only the history, pays its approver nothing and ends with their account', async () => {
  const { approve, wait, acceptAs, walk, complete, run, hub, desk, sets, dispatch, nextId } = await openApproved()
  const keep = () => hub.execute('test', keepAsBefore.name, {})
  await approve()
  await keep()
  await wait(testDelayMs)
  await acceptAs('ann')
  expect(run()).toMatchObject({ isOwnSet: true })
  await keep()
  expect(sets().daily?.id).toBe(`daily-${Object.keys(desk().history).at(-1)}`)
  await acceptAs('ann')
  await acceptAs('ben')
  expect(run()).toMatchObject({ isOwnSet: true })
  await walk()
  expect(await complete(-1)).toMatchObject({ output: { paid: null } })
  expect(await complete(-1, 'ben')).toMatchObject({ output: { paid: { currency: 'razorTalons' } } })
  await approve({ isTest: false })
  await keep()
  await dispatch(inSession(person('ann')), eraseMe.name, { confirm: 'ann' }, nextId())
  expect([desk().pending, sets().daily?.id]).toEqual([null, 'daily-2026-01-01'])
})

test('[DC1873] a pending set is cancelled when its approver loses the permission for it, and one of another approver goes on', async () => {
  const { approve, wait, desk, sets, user, clock, dispatch, nextId } = await openApproved()
  await user('olga', null)
  const owner = inSession(person('olga', 'owner'))
  const give = async (permission: Permission, state: 'given' | 'asRole') => {
    clock.pass(1)
    return dispatch(owner, setPermission.name, { account: 'ann', permission, state }, nextId())
  }
  for (const permission of ['manageChallenges', 'addCurrency'] as const)
    expect(await give(permission, 'given')).toMatchObject({ ok: true })
  const may: readonly Permission[] = [...byCode, 'addCurrency']
  const ann = { ...inSession(person('ann')), can: (permission: Permission) => may.includes(permission) }
  const pending = () => desk().pending?.historyId ?? ''
  await approve({ isTest: false })
  const first = pending()
  await give('addCurrency', 'asRole')
  expect(pending()).toBe(first)
  await give('manageChallenges', 'asRole')
  expect(desk().pending).toBeNull()
  const cancelled = { status: 'cancelled', cancelReason: 'The account that approved it lost the permission for it' }
  expect(desk().history[first]).toMatchObject(cancelled)
  await wait(updateDelayMs)
  expect(sets().daily?.id).toBe('daily-2026-01-01')
  await give('addCurrency', 'given')
  await approve({ ...walkOf('voidPearls').update, isTest: false }, ann)
  const second = pending()
  await give('addCurrency', 'asRole')
  expect([desk().pending, desk().history[second]]).toMatchObject([null, cancelled])
  await give('manageChallenges', 'given')
  await approve({ isTest: false }, inSession(person('ada', 'admin')))
  await give('manageChallenges', 'asRole')
  expect(pending()).not.toBe('')
})

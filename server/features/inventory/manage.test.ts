import { expect, test } from 'vitest'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { beginAttempt, requeue } from '../../../shared/features/deliveries/hubCommands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { parkDinosaur, renameDinosaur, setDinosaurFree } from '../../../shared/features/inventory/commands.ts'
import { entryHistory } from '../../../shared/features/inventory/queries.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { inSession, person } from '../../testing/principals.ts'
import { redeemEarlier } from './testing/earlierRedemptions.ts'
import { annsPlayer, openInventory, playing, switchOff } from './testing/openInventory.ts'

async function openStored() {
  const open = await openInventory()
  await open.sees(playing(annsPlayer, 'Carnotaurus', 80))
  const parked = await open.ask(parkDinosaur)
  if (typeof parked === 'string') throw new Error(parked)
  await open.deliver(parked.delivery, 'confirmed')
  const { dinosaur } = parked
  const historyFor = async (who: Parameters<typeof open.hub.query>[0]) => {
    const answer = await open.hub.query(who, { name: entryHistory.name, input: { dinosaur } })
    return answer.ok ? entryHistory.output.parse(answer.output).steps : answer.code
  }
  return { ...open, dinosaur, historyFor }
}

test('[IV1] a user names a dinosaur of theirs, with 30 characters at most, and takes the name away again', async () => {
  const { ask, dinosaur, dinosaurs, dispatch, problems } = await openStored()
  expect(await ask(renameDinosaur, { dinosaur, name: '  Old Scar ' })).toEqual({})
  expect(dinosaurs()).toMatchObject([{ name: 'Old Scar' }])
  expect(await ask(renameDinosaur, { dinosaur, name: 'x'.repeat(31) })).toBe('badInput')
  expect(await ask(renameDinosaur, { dinosaur, name: 'a\nb' })).toBe('badInput')
  expect(await ask(renameDinosaur, { dinosaur: 'another', name: 'Rex' })).toBe('gone')
  const byBob = await dispatch(person('bob'), renameDinosaur.name, { dinosaur, name: 'Mine' })
  expect(byBob).toMatchObject({ code: 'gone' })
  await ask(renameDinosaur, { dinosaur, name: null })
  expect(dinosaurs()).toMatchObject([{ name: '' }])
  expect(await problems()).toEqual([])
})

test('[IN10] a dinosaur that is on its way or listed keeps its name until it is back', async () => {
  const { ask, dinosaur, sees, dinosaurs } = await openStored()
  await ask(renameDinosaur, { dinosaur, name: 'Old Scar' })
  await sees(playing(annsPlayer, 'Carnotaurus', 25))
  expect(await ask(redeemEarlier, { dinosaur })).toHaveProperty('delivery')
  expect(await ask(renameDinosaur, { dinosaur, name: 'Rex' })).toBe('locked')
  expect(dinosaurs()).toMatchObject([{ name: 'Old Scar', state: 'redeeming' }])
})

test('[IV2] a released dinosaur is gone, and one on its way cannot be released', async () => {
  const { ask, sees, deliver, dinosaur, dinosaurs, dispatch, problems } = await openStored()
  expect(await dispatch(person('bob'), setDinosaurFree.name, { dinosaur })).toMatchObject({ code: 'gone' })
  await sees(playing(annsPlayer, 'Carnotaurus', 25))
  const redeemed = await ask(redeemEarlier, { dinosaur })
  if (typeof redeemed === 'string') throw new Error(redeemed)
  expect(await ask(setDinosaurFree, { dinosaur })).toBe('locked')
  await deliver(redeemed.delivery, 'refused')
  expect(await ask(setDinosaurFree, { dinosaur })).toEqual({})
  expect(dinosaurs()).toEqual([])
  expect(await ask(setDinosaurFree, { dinosaur })).toBe('gone')
  expect(await problems()).toEqual([])
})

test('[IV23] with the inventory off a dinosaur is neither renamed nor let go', async () => {
  const { hub, ask, dinosaur, dinosaurs } = await openStored()
  await switchOff(hub, 'realInventory')
  expect(await ask(renameDinosaur, { dinosaur, name: 'Old Scar' })).toBe('closed')
  expect(await ask(setDinosaurFree, { dinosaur })).toBe('closed')
  expect(dinosaurs()).toMatchObject([{ name: '', state: 'stored' }])
})

test('[IV3] a user reads the history of their dinosaur, the latest step first, and nothing of those of others', async () => {
  const { ann, ask, dinosaur, historyFor } = await openStored()
  expect(await historyFor(ann)).toMatchObject([
    { step: 2, act: 'released', cause: 'parking' },
    { step: 1, act: 'added', cause: 'parking' },
  ])
  expect(await historyFor(person('bob'))).toEqual([])
  await ask(setDinosaurFree, { dinosaur })
  expect(await historyFor(ann)).toMatchObject([{ step: 3, act: 'consumed', cause: 'setFree' }, {}, {}])
})

test.each([
  ['waits to be sent', false],
  ['is on its way', true],
] as const)(
  "[IV24] where the erasure of another user removes the command of a parking that %s, the dinosaur is the game's, so that no one has it twice, and the owner can park again",
  async (_what, isSent) => {
    const { hub, clock, ask, sees, dispatch, dinosaurs, problems } = await openInventory()
    const bobsPlayer = '76561198000000002'
    await ensureAccount(hub, clock.now(), { account: 'bob', steamId: bobsPlayer })
    await sees(playing(annsPlayer, 'Carnotaurus', 80))
    const parked = await ask(parkDinosaur)
    if (typeof parked === 'string') throw new Error(parked)
    const { delivery: id } = parked
    const order = (command: { readonly name: string }, input: object) =>
      hub.execute('deliveries', command.name, { server: 'main', id, ...input })
    await order(beginAttempt, { link: 'commandBridge', command: `park beside ${bobsPlayer}`, again: false })
    if (!isSent) await order(requeue, { attempt: 1, sent: false, why: `Not sent, as ${bobsPlayer} is too near.` })
    expect(dinosaurs()).toMatchObject([{ state: 'parking' }])
    await dispatch(inSession(person('bob')), eraseMe.name, { confirm: 'bob' })
    expect(hub.read(deliveries, 'main').entries).toEqual({})
    expect(dinosaurs()).toEqual([])
    expect(await ask(parkDinosaur)).toHaveProperty('delivery')
    expect(await problems()).toEqual([])
  },
)

test('[IV44] where an erasure removes the command that brings a dinosaur back, as an earlier release left it, it is stored again only if nothing was sent', async () => {
  for (const isSent of [false, true]) {
    const { hub, clock, ask, sees, dispatch, dinosaur, dinosaurs, problems } = await openStored()
    const bobsPlayer = '76561198000000002'
    await ensureAccount(hub, clock.now(), { account: 'bob', steamId: bobsPlayer })
    await ensureAccount(hub, clock.now(), { account: 'ann', name: `Ann ${bobsPlayer}`, steamId: annsPlayer })
    await sees(playing(annsPlayer, 'Carnotaurus', 10))
    const redeemed = await ask(redeemEarlier, { dinosaur })
    if (typeof redeemed === 'string') throw new Error(redeemed)
    const sent = { server: 'main', id: redeemed.delivery, link: 'commandBridge', command: 'x', again: false }
    if (isSent) await hub.execute('deliveries', beginAttempt.name, sent)
    await dispatch(inSession(person('bob')), eraseMe.name, { confirm: 'bob' })
    expect(hub.read(deliveries, 'main').entries).not.toHaveProperty(redeemed.delivery)
    expect(dinosaurs()).toMatchObject(isSent ? [] : [{ id: dinosaur, state: 'stored' }])
    expect(await problems()).toEqual([])
  }
})

import { expect, test } from 'vitest'
import { ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import { beginAttempt, endAttempt } from '../../../shared/features/deliveries/hubCommands.ts'
import * as commands from '../../../shared/features/friends/commands.ts'
import { reportHurt } from '../../../shared/features/friends/commands.ts'
import {
  hurtMs,
  teleportAskEveryMs,
  teleportAskedMs,
  teleportPauseMs,
} from '../../../shared/features/friends/friends.ts'
import { person } from '../../testing/principals.ts'
import { openFriends, steamIdOf } from './testing/openFriends.ts'

const { askTeleport, acceptTeleport, declineTeleport, withdrawTeleport } = commands

/** Ann and Bob are friends and play. */
async function openPlay() {
  const app = await openFriends('ann', 'bob', 'cyd')
  await app.befriend('ann', 'bob')
  await app.play({ ann: {}, bob: {} })
  const pass = async (ms: number) => {
    app.clock.pass(ms)
    await app.hub.settled()
    await app.play({ ann: {}, bob: {} })
  }
  return { ...app, pass }
}

test("[FD20] an accepted request becomes one delivery of the asker's own, without staff, and tells the asker no SteamID", async () => {
  const { must, of, told, deliveries, hub, problems } = await openPlay()
  await must('ann', askTeleport, { friend: 'bob' })
  expect(told('bob').at(-1)).toBe('Teleport request: ann')
  expect(problems()).toEqual([])
  await must('bob', acceptTeleport, { from: 'ann' })
  expect(deliveries()).toMatchObject([
    {
      kind: 'teleport',
      own: true,
      by: 'ann',
      state: 'queued',
      target: { id: steamIdOf('ann') },
      detail: { destination: steamIdOf('bob') },
    },
  ])
  expect([of('ann').teleport, of('bob').teleportsIn]).toEqual([null, {}])
  expect(told('ann').at(-1)).toBe('Teleport accepted: bob')
  const own = Object.values(hub.read(ownDeliveries, 'ann').entries)
  expect(own).toMatchObject([{ kind: 'teleport', detail: { destinationName: 'bob' } }])
  expect(JSON.stringify(own)).not.toContain(steamIdOf('bob'))
})

test('[FD21] a request ends after 60 seconds, and both learn it', async () => {
  const { must, ask, of, told, pass, faults } = await openPlay()
  await must('ann', askTeleport, { friend: 'bob' })
  await pass(teleportAskedMs - 1)
  expect(of('bob').teleportsIn).toHaveProperty('ann')
  await pass(1)
  await expect.poll(() => of('ann').teleport).toBeNull()
  expect(of('bob').teleportsIn).toEqual({})
  expect(told('ann').at(-1)).toBe('Teleport request ended: bob')
  expect(told('bob').at(-1)).toBe('Teleport request ended: ann')
  expect(await ask('bob', acceptTeleport, { from: 'ann' })).toMatchObject({ code: 'gone' })
  expect(faults).toEqual([])
})

test('[FD22] declining tells the asker, withdrawing tells the friend, and neither can be answered again', async () => {
  const { must, ask, told, pass, problems } = await openPlay()
  await must('ann', askTeleport, { friend: 'bob' })
  await must('bob', declineTeleport, { from: 'ann' })
  expect(told('ann').at(-1)).toBe('Teleport declined: bob')
  expect(await ask('bob', acceptTeleport, { from: 'ann' })).toMatchObject({ code: 'gone' })
  await pass(teleportAskEveryMs)
  await must('ann', askTeleport, { friend: 'bob' })
  await must('ann', withdrawTeleport)
  expect(told('bob').at(-1)).toBe('Teleport cancelled: ann')
  expect(await ask('ann', withdrawTeleport)).toMatchObject({ code: 'gone' })
  expect(await ask('bob', declineTeleport, { from: 'ann' })).toMatchObject({ code: 'gone' })
  expect(problems()).toEqual([])
})

test('[FD23] ten minutes lie between two teleports of one user, unless the game did not carry out the first', async () => {
  const { must, ask, pass, deliveries, hub } = await openPlay()
  const goOnce = async () => {
    await must('ann', askTeleport, { friend: 'bob' })
    await must('bob', acceptTeleport, { from: 'ann' })
    return deliveries().at(-1)?.id ?? ''
  }
  const end = async (id: string, state: 'confirmed' | 'refused') => {
    const of = { server: 'main', id }
    await hub.execute('worker', beginAttempt.name, { ...of, link: 'bridge', command: 'teleport', again: false })
    const outcome = { state, reply: null, why: null, changed: true }
    await hub.execute('worker', endAttempt.name, { ...of, attempt: 1, ...outcome })
  }
  await end(await goOnce(), 'refused')
  await pass(teleportAskEveryMs)
  await end(await goOnce(), 'confirmed')
  await pass(teleportPauseMs - 1)
  const refusal = await ask('ann', askTeleport, { friend: 'bob' })
  expect(refusal).toMatchObject({ code: 'tooSoon', message: expect.stringContaining('another 1 min') })
  await pass(1)
  await must('ann', askTeleport, { friend: 'bob' })
})

test('[FD24] none of the two was hurt in the last minute, and both are alive in the game', async () => {
  const { must, ask, hub, play, pass } = await openPlay()
  const hurt = (who: string) => hub.execute('game link', reportHurt.name, { server: 'main', players: [steamIdOf(who)] })
  await hurt('ann')
  expect(await ask('ann', askTeleport, { friend: 'bob' })).toMatchObject({ code: 'hurt' })
  await pass(hurtMs)
  await must('ann', askTeleport, { friend: 'bob' })
  await hurt('bob')
  expect(await ask('bob', acceptTeleport, { from: 'ann' })).toMatchObject({ code: 'hurt' })
  await must('bob', declineTeleport, { from: 'ann' })
  await pass(hurtMs)
  for (const playing of [
    { ann: {} },
    { bob: {} },
    { ann: {}, bob: { dead: true } },
    { ann: { dead: true }, bob: {} },
  ]) {
    await play(playing)
    expect(await ask('ann', askTeleport, { friend: 'bob' })).toMatchObject({ code: 'notInGame' })
  }
  await play({ ann: {}, bob: {} })
  await must('ann', askTeleport, { friend: 'bob' })
  await play({ ann: {}, bob: { dead: true } })
  expect(await ask('bob', acceptTeleport, { from: 'ann' })).toMatchObject({ code: 'notInGame' })
})

test('[FD25] the owner and the friend can switch it off, one request is open at a time, and only friends ask', async () => {
  const { must, ask, befriend, dispatch, pass, play } = await openPlay()
  const turn = (on: boolean) => dispatch(person('olga', 'owner'), commands.setFriendTeleports.name, { on })
  await turn(false)
  expect(await ask('ann', askTeleport, { friend: 'bob' })).toMatchObject({ code: 'off' })
  expect(await dispatch(person('ada', 'admin'), commands.setFriendTeleports.name, { on: true })).toMatchObject({
    code: 'forbidden',
  })
  await turn(true)
  expect(await ask('ann', askTeleport, { friend: 'cyd' })).toMatchObject({ code: 'notFriends' })
  await must('bob', commands.setFriendSettings, { takesTeleports: false })
  expect(await ask('ann', askTeleport, { friend: 'bob' })).toMatchObject({ code: 'takesNone' })
  await must('bob', commands.setFriendSettings, { takesTeleports: true })
  await befriend('ann', 'cyd')
  await play({ ann: {}, bob: {}, cyd: {} })
  await must('ann', askTeleport, { friend: 'bob' })
  expect(await ask('ann', askTeleport, { friend: 'cyd' })).toMatchObject({ code: 'askedAlready' })
  await turn(false)
  expect(await ask('bob', acceptTeleport, { from: 'ann' })).toMatchObject({ code: 'off' })
  await turn(true)
  await must('ann', withdrawTeleport)
  expect(await ask('ann', askTeleport, { friend: 'cyd' })).toMatchObject({ code: 'tooOften' })
  await pass(teleportPauseMs)
})

test('[FD26] a request ends with the friendship, and is not answered after it', async () => {
  const { must, ask, of, problems } = await openPlay()
  await must('ann', askTeleport, { friend: 'bob' })
  await must('ann', commands.removeFriend, { friend: 'bob' })
  expect([of('ann').teleport, of('bob').teleportsIn]).toEqual([null, {}])
  expect(await ask('bob', acceptTeleport, { from: 'ann' })).toMatchObject({ code: 'gone' })
  expect(problems()).toEqual([])
})

test('[FD27] a request does not say whether a friend who hides it is in the game; accepting needs it', async () => {
  const { must, ask, play } = await openPlay()
  await must('bob', commands.setFriendSettings, { showsStatus: false })
  await play({ ann: {} })
  await must('ann', askTeleport, { friend: 'bob' })
  expect(await ask('bob', acceptTeleport, { from: 'ann' })).toMatchObject({ code: 'notInGame' })
})

test.each([
  ['the friend blocks the traveller', 'bob', commands.blockPlayer, { player: 'ann' }],
  ['the friend ends the friendship', 'bob', commands.removeFriend, { friend: 'ann' }],
  ['the traveller ends the friendship', 'ann', commands.removeFriend, { friend: 'bob' }],
  ['the friend takes no teleports any more', 'bob', commands.setFriendSettings, { takesTeleports: false }],
] as const)('[FD28] a teleport that has not begun is called off when %s', async (_what, who, command, input) => {
  const { must, deliveries, hub, problems } = await openPlay()
  await must('ann', askTeleport, { friend: 'bob' })
  await must('bob', acceptTeleport, { from: 'ann' })
  await must(who, command, input)
  expect(deliveries()).toMatchObject([{ state: 'cancelled' }])
  expect(Object.values(hub.read(ownDeliveries, 'ann').entries)).toMatchObject([{ state: 'cancelled' }])
  expect(problems()).toEqual([])
})

test('[FD29] a teleport that is on its way goes on, whatever the friend does', async () => {
  const { must, deliveries, hub } = await openPlay()
  await must('ann', askTeleport, { friend: 'bob' })
  await must('bob', acceptTeleport, { from: 'ann' })
  const id = deliveries()[0]?.id ?? ''
  const attempt = { server: 'main', id, link: 'commandBridge', command: 'x', again: false }
  await hub.execute('deliveries', beginAttempt.name, attempt)
  await must('bob', commands.blockPlayer, { player: 'ann' })
  expect(deliveries()).toMatchObject([{ state: 'sending' }])
})

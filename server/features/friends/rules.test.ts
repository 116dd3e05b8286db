import { expect, test } from 'vitest'
import { exportedPart } from '../../../shared/engine/document.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import * as commands from '../../../shared/features/friends/commands.ts'
import {
  friends,
  mostBlocked,
  mostFriends,
  mostRequests,
  mostRequestsPerHour,
} from '../../../shared/features/friends/friends.ts'
import { signInAs } from '../../testing/accounts.ts'
import { openFriends, steamIdOf } from './testing/openFriends.ts'

const hourMs = 3_600_000
const { requestFriend, acceptFriend, declineFriend, cancelRequest, removeFriend, blockPlayer, unblockPlayer } = commands

test('[FD1] a request is in the documents of both users, and accepting it makes them friends of each other', async () => {
  const { must, of, namesOf, told, problems } = await openFriends('ann', 'bob')
  expect(await must('ann', requestFriend, { to: 'bob' })).toEqual({ became: 'asked' })
  expect([Object.keys(of('ann').outgoing), Object.keys(of('bob').incoming)]).toEqual([['bob'], ['ann']])
  expect(told('bob')).toEqual(['Friend request: ann'])
  await must('bob', acceptFriend, { from: 'ann' })
  expect([namesOf('ann'), namesOf('bob')]).toEqual([['bob'], ['ann']])
  expect([of('ann').outgoing, of('bob').incoming]).toEqual([{}, {}])
  expect([told('ann'), problems()]).toEqual([['New friend: bob'], []])
})

test('[FD2] two users who ask each other are friends at once', async () => {
  const { must, namesOf, problems } = await openFriends('ann', 'bob')
  await must('ann', requestFriend, { to: 'bob' })
  expect(await must('bob', requestFriend, { to: 'ann' })).toEqual({ became: 'friends' })
  expect([namesOf('ann'), namesOf('bob'), problems()]).toEqual([['bob'], ['ann'], []])
})

test('[FD3] declining and cancelling remove a request on both sides, and an answer to one that is gone is refused', async () => {
  const { must, ask, of, told } = await openFriends('ann', 'bob')
  await must('ann', requestFriend, { to: 'bob' })
  await must('bob', declineFriend, { from: 'ann' })
  expect([of('ann').outgoing, of('bob').incoming, told('ann')]).toEqual([{}, {}, []])
  await must('ann', requestFriend, { to: 'bob' })
  await must('ann', cancelRequest, { to: 'bob' })
  expect([of('ann').outgoing, of('bob').incoming]).toEqual([{}, {}])
  for (const [who, command, input] of [
    ['bob', acceptFriend, { from: 'ann' }],
    ['bob', declineFriend, { from: 'ann' }],
    ['ann', cancelRequest, { to: 'bob' }],
    ['bob', acceptFriend, { from: 'toString' }],
  ] as const)
    expect(await ask(who, command, input)).toMatchObject({ code: 'gone' })
})

test('[FD4] removing a friend removes both, and a second request, to oneself or to a friend is refused', async () => {
  const { must, ask, befriend, namesOf, problems } = await openFriends('ann', 'bob')
  expect(await ask('ann', requestFriend, { to: 'ann' })).toMatchObject({ code: 'samePerson' })
  await must('ann', requestFriend, { to: 'bob' })
  expect(await ask('ann', requestFriend, { to: 'bob' })).toMatchObject({ code: 'askedAlready' })
  await must('bob', acceptFriend, { from: 'ann' })
  expect(await ask('ann', requestFriend, { to: 'bob' })).toMatchObject({ code: 'friendsAlready' })
  await must('bob', removeFriend, { friend: 'ann' })
  expect([namesOf('ann'), namesOf('bob')]).toEqual([[], []])
  expect(await ask('ann', removeFriend, { friend: 'bob' })).toMatchObject({ code: 'notFriends' })
  await befriend('bob', 'ann')
  expect(problems()).toEqual([])
})

test('[FD5] no player, one who takes no requests and one who has blocked the asker get the same answer, by id, name and SteamID64', async () => {
  const { must, ask, find } = await openFriends('ann', 'bob', 'cyd')
  await must('bob', commands.setFriendSettings, { takesRequests: false })
  await must('cyd', blockPlayer, { player: 'ann' })
  const byId = await Promise.all(['zoe', 'bob', 'cyd'].map((to) => ask('ann', requestFriend, { to })))
  for (const answer of byId) expect({ ...answer, id: '' }).toEqual({ ...byId[0], id: '' })
  expect(byId[0]).toMatchObject({ code: 'noPlayer' })
  const typed = ['zoe name', 'bob name', 'cyd name', steamIdOf('zoe'), steamIdOf('bob'), steamIdOf('cyd')]
  for (const name of typed) expect(await find('ann', name)).toMatchObject({ ok: false, code: 'noPlayer' })
  expect(await find('bob', ' ANN name ')).toMatchObject({ ok: true, output: { account: 'ann', name: 'ann name' } })
  expect(await find('bob', steamIdOf('ann'))).toMatchObject({ ok: true, output: { account: 'ann' } })
  expect(await find('bob', '   ')).toMatchObject({ ok: false, code: 'badInput' })
  expect(await find('bob', 'bob name')).toMatchObject({ ok: false, code: 'samePerson' })
})

test('[FD6] blocking ends everything on both sides, and a blocked user can ask again only after unblocking', async () => {
  const { must, ask, befriend, of, namesOf, problems } = await openFriends('ann', 'bob')
  await befriend('ann', 'bob')
  await must('ann', blockPlayer, { player: 'bob' })
  expect([namesOf('ann'), namesOf('bob')]).toEqual([[], []])
  expect(await ask('bob', requestFriend, { to: 'ann' })).toMatchObject({ code: 'noPlayer' })
  expect(await ask('ann', requestFriend, { to: 'bob' })).toMatchObject({ code: 'youBlocked' })
  expect(of('bob')).not.toMatchObject({ blocked: { ann: expect.anything() } })
  await must('ann', unblockPlayer, { player: 'bob' })
  await befriend('bob', 'ann')
  expect(await ask('ann', blockPlayer, { player: 'ann' })).toMatchObject({ code: 'yourself' })
  expect(await ask('ann', blockPlayer, { player: 'zoe' })).toMatchObject({ code: 'noPlayer' })
  expect(problems()).toEqual([])
})

test('[FD7] a user sends ten requests an hour, whatever becomes of them', async () => {
  const { must, ask, clock } = await openFriends('ann', 'bob')
  for (let sent = 0; sent < mostRequestsPerHour; sent += 1) {
    await must('ann', requestFriend, { to: 'bob' })
    await must(...(['ann', cancelRequest, { to: 'bob' }] as const))
  }
  expect(await ask('ann', requestFriend, { to: 'bob' })).toMatchObject({ code: 'tooOften' })
  clock.pass(hourMs)
  await must('ann', requestFriend, { to: 'bob' })
})

test('[FD8] there are at most 50 open requests on either side, 200 friends and 200 blocked players', async () => {
  const { ask, seed, must } = await openFriends('ann', 'bob')
  const many = <Entry>(count: number, entry: Entry) =>
    Object.fromEntries(Array.from({ length: count }, (_, nth) => [`p${nth}`, entry]))
  const friend = { since: 1, showsStatus: false, placeSince: null }
  const request = () => ask('ann', requestFriend, { to: 'bob' })
  await seed('ann', { outgoing: many(mostRequests, 1) })
  expect(await request()).toMatchObject({ code: 'tooManyOpen' })
  await seed('ann', { outgoing: {}, friends: many(mostFriends, friend) })
  expect(await request()).toMatchObject({ code: 'full' })
  await seed('ann', { friends: {} })
  await seed('bob', { incoming: many(mostRequests, 1) })
  expect(await request()).toMatchObject({ code: 'theirsTooMany' })
  await seed('bob', { incoming: {}, friends: many(mostFriends, friend) })
  expect(await request()).toMatchObject({ code: 'theirsFull' })
  await seed('bob', { friends: {} })
  await must('ann', requestFriend, { to: 'bob' })
  await seed('bob', { friends: many(mostFriends, friend) })
  expect(await ask('bob', acceptFriend, { from: 'ann' })).toMatchObject({ code: 'full' })
  await seed('bob', { friends: {} })
  await seed('ann', { friends: many(mostFriends, friend), blocked: many(mostBlocked, 1) })
  expect(await ask('bob', acceptFriend, { from: 'ann' })).toMatchObject({ code: 'theirsFull' })
  expect(await ask('ann', blockPlayer, { player: 'bob' })).toMatchObject({ code: 'tooMany' })
})

test('[FD9] accounts of one person cannot be friends, and are parted when they turn out to be of one', async () => {
  const { hub, must, ask, befriend, namesOf, problems } = await openFriends('ann', 'bob')
  await befriend('ann', 'bob')
  const steamId = steamIdOf('ann')
  await must('ann', { name: 'account.unlink' }, { provider: 'steam' })
  await must('bob', { name: 'account.unlink' }, { provider: 'steam' })
  await signInAs(hub, {
    identity: {
      provider: 'steam',
      steamId,
      displayName: 'bob name',
      avatar: '',
      profileUrl: '',
      realName: '',
      country: '',
      accountCreated: null,
    },
    current: 'bob',
  })
  expect([namesOf('ann'), namesOf('bob')]).toEqual([[], []])
  expect(await ask('ann', requestFriend, { to: 'bob' })).toMatchObject({ code: 'samePerson' })
  expect(problems()).toEqual([])
})

test('[FD10] erasing an account removes it from the lists of all others', async () => {
  const { must, befriend, of, hub, problems } = await openFriends('ann', 'bob', 'cyd', 'dan', 'eve')
  await befriend('ann', 'bob')
  await must('ann', requestFriend, { to: 'cyd' })
  await must('dan', requestFriend, { to: 'ann' })
  await must('eve', blockPlayer, { player: 'ann' })
  await must('ann', blockPlayer, { player: 'eve' })
  await must('ann', eraseMe, { confirm: 'ann name' })
  for (const who of ['ann', 'bob', 'cyd', 'dan', 'eve']) {
    expect(JSON.stringify(of(who))).not.toContain('"ann"')
    expect(hub.copy(`blockers/${who}`)?.value ?? { by: {} }).toEqual({ by: {} })
  }
  expect(problems()).toEqual([])
})

test('[FD11] the export of a user names no other user', async () => {
  const { befriend, must, of } = await openFriends('ann', 'bob', 'cyd')
  await befriend('ann', 'bob')
  await must('ann', requestFriend, { to: 'cyd' })
  if (friends.exported === null) throw new Error('Friends are exported')
  const part = exportedPart(friends.exported, of('ann'), { account: 'ann', players: [] })
  expect(part).toMatchObject({ friendsSince: [expect.any(Number)], requestsSentAt: [expect.any(Number)] })
  expect(JSON.stringify(part)).not.toMatch(/bob|cyd/)
})

test('[FD1603] names are read of players in the own lists alone, up to as many as a user may have of friends', async () => {
  const { must, befriend, names } = await openFriends('ann', 'bob', 'cyd', 'dan')
  await befriend('ann', 'bob')
  await must('ann', blockPlayer, { player: 'cyd' })
  expect(await names('ann', ['bob', 'cyd', 'dan', 'ann', 'toString'])).toEqual({ bob: 'bob name', cyd: 'cyd name' })
  expect(await names('cyd', ['ann'])).toEqual({})
  expect(await names('ann', Array(mostFriends + 1).fill('bob'))).toBe('badInput')
})

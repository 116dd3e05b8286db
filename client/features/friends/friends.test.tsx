// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { kindOf } from '../../../shared/engine/document.ts'
import { PlayerId } from '../../../shared/engine/ids.ts'
import { type DeliveryState, ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import * as commands from '../../../shared/features/friends/commands.ts'
import {
  friendLife,
  friendRules,
  friends,
  mostFriends,
  mostRequests,
  teleportPauseMs,
} from '../../../shared/features/friends/friends.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { FriendAlerts } from './FriendAlerts.tsx'
import { FriendButton } from './FriendButton.tsx'
import { FriendsScreen } from './FriendsScreen.tsx'
import { friendMarkers, mostWatchedNames } from './friendList.ts'

const hello = signedIn('player')
const me = hello.principal?.id ?? ''
const place = {
  species: 'Troodon',
  growth: 60,
  dead: false,
  slot: 33,
  isPlaced: true,
  region: null,
  square: 'C5',
  near: 'swamps',
}
const open = { since: 1, showsStatus: true, placeSince: 1 }
const own = {
  friends: { bob: open, cyd: { ...open, placeSince: null }, dan: { ...open, showsStatus: false, placeSince: null } },
  incoming: { eve: screenNow - 60_000 },
  outgoing: { fay: screenNow - 120_000 },
  blocked: { gus: screenNow },
}
const names = { bob: 'Bob', cyd: 'Cyd', dan: 'Dan', eve: 'Eve', fay: 'Fay', gus: 'Gus' }
const profiles = Object.entries(names).map(([id, name]) => given(profile, id, { name }))
const life = given(friendLife, me, {
  readAt: screenNow,
  seen: { bob: { status: 'in-game', place }, cyd: { status: 'online' } },
})
const namesOf = (accounts: readonly string[]) =>
  Object.fromEntries(accounts.map((id) => [id, id.slice(0, 1).toUpperCase() + id.slice(1)]))

const show = (value: object = own, path = '/friends') =>
  renderScreen(<FriendsScreen />, {
    hello,
    path,
    documents: [given(friends, me, value), given(friendRules, '', {}), life, ...profiles],
    queries: [
      answering(commands.findFriend, ({ name }) =>
        name === 'Hal'
          ? { account: PlayerId.parse('hal'), name: 'Hal' }
          : refusal('noPlayer', 'No player with that name accepts friend requests.'),
      ),
      answering(commands.friendNames, ({ accounts }) => ({ names: namesOf(accounts) })),
    ],
  })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const rowOf = (name: string) => {
  const row = screen.getByRole('button', { name }).closest('li')
  if (!row) throw new Error(`${name} has no row`)
  return row
}

test('[FD50] the list names who is in the game and where, who is online, and who hides it, in that order', () => {
  show()
  const list = screen.getByRole('list', { name: 'Friends' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^BobIn gameTroodon, 60% grown · C5, near /),
    expect.stringMatching(/^CydOnline/),
    expect.stringMatching(/^DanStatus hidden/),
  ])
  expect(within(rowOf('Cyd')).getByRole('button', { name: 'Ask to teleport to Cyd' })).toHaveProperty('disabled', true)
  expect(within(rowOf('Cyd')).queryByRole('button', { name: /Find/ })).toBeNull()
})

test('[FD51] a player is asked by name with Enter alone; an empty name and a refusal are shown at the field', async () => {
  const { sent } = show()
  const field = screen.getByRole('textbox', { name: 'Add a friend' })
  const submit = () => fireEvent.submit(field.closest('form') as HTMLFormElement)
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  type('   ')
  submit()
  expect(screen.getByText("Enter a player's name.")).toBeTruthy()
  type('Nix')
  submit()
  expect(await screen.findByText('No player with that name accepts friend requests.')).toBeTruthy()
  expect(sent).toEqual([])
  type(' Hal ')
  submit()
  await expect.poll(() => sent).toMatchObject([{ name: commands.requestFriend.name, input: { to: 'hal' } }])
  await sent[0]?.answer({ ok: true, output: { became: 'asked' }, seq: 1 })
  expect(field).toHaveProperty('value', '')
})

test('[FD1801] a request that is made while the hub is away is sent once when it answers, and never in the name of another', async () => {
  const { sent, connect, sayHello, settle } = show()
  const field = screen.getByRole('textbox', { name: 'Add a friend' })
  const ask = async () => {
    connect('reconnecting')
    fireEvent.change(field, { target: { value: 'Hal' } })
    fireEvent.submit(field.closest('form') as HTMLFormElement)
    await settle()
    expect(screen.getByText('Your request is sent when the hub answers.')).toBeTruthy()
  }
  await ask()
  expect(sent).toEqual([])
  connect('live')
  await expect.poll(() => sent).toMatchObject([{ name: commands.requestFriend.name, input: { to: 'hal' } }])
  await sent[0]?.answer({ ok: true, output: { became: 'asked' }, seq: 1 })
  expect([field, screen.queryByText(/when the hub answers/)]).toEqual([expect.objectContaining({ value: '' }), null])
  await ask()
  sayHello(signedIn('player', 'zoe'))
  connect('live')
  await settle()
  expect(sent).toHaveLength(1)
})

test('[FD52] requests are accepted, declined, cancelled, and players unblocked, each from its row', async () => {
  const { sent, settle } = show(own, '/friends?tab=requests')
  await settle()
  press('Accept Eve')
  press('Cancel the request to Fay')
  press('Unblock Gus')
  expect(sent.map(({ name, input }) => [name, input])).toEqual([
    [commands.acceptFriend.name, { from: 'eve' }],
    [commands.cancelRequest.name, { to: 'fay' }],
    [commands.unblockPlayer.name, { player: 'gus' }],
  ])
})

test('[FD53] without friends and requests both tabs say how to begin', () => {
  show({})
  expect(screen.getByText('No friends yet.')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Requests' }))
  expect(screen.getByText('No open requests.')).toBeTruthy()
})

test('[FD62] a guest is asked to sign in', () => {
  renderScreen(<FriendsScreen />, { path: '/friends' })
  expect(screen.getByText('Sign in to open this page.')).toBeDefined()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('[FD54] removing a friend is asked once and names the friend', () => {
  const { sent } = show()
  press('More actions for Bob')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Remove friend…' }))
  expect(screen.getByRole('dialog', { name: 'Remove Bob from your friends?' })).toBeTruthy()
  expect(sent).toEqual([])
  press('Remove Bob')
  expect(sent).toMatchObject([{ name: commands.removeFriend.name, input: { friend: 'bob' } }])
})

test('[FD55] settings are sent one at a time, and only the owner has the switch for all', () => {
  const { sent } = show()
  fireEvent.click(screen.getByRole('switch', { name: 'Share your location' }))
  expect(sent).toMatchObject([{ name: commands.setFriendSettings.name, input: { sharesPlace: true } }])
  expect(screen.queryByRole('switch', { name: /Owner/ })).toBeNull()
})

test('[FD56] on every page a friend who asks to teleport is answered with the time that is left', () => {
  const asked = { id: 'r1', friend: 'bob', askedAt: screenNow - 15_000, endsAt: screenNow + 45_000 }
  const { sent } = renderScreen(<FriendAlerts />, {
    hello,
    documents: [given(friends, me, { ...own, teleportsIn: { bob: asked } }), ...profiles],
  })
  expect(screen.getByRole('status').textContent).toContain('asks to teleport to you · 00:45')
  press('Accept the teleport request from Bob')
  expect(sent).toMatchObject([{ name: commands.acceptTeleport.name, input: { from: 'bob' } }])
})

const teleported = {
  id: 'd1',
  number: 1,
  kind: 'teleport',
  target: null,
  detail: {},
  by: me,
  byName: 'Ann',
  role: 'player',
  queuedAt: screenNow,
} as const
test('[FD63] after a teleport the button says how long the user has to wait, and not after one that failed', () => {
  const last = { at: screenNow - 150_000, delivery: 'd1' }
  const after = (state: DeliveryState) =>
    renderScreen(<FriendsScreen />, {
      hello,
      path: '/friends',
      documents: [
        given(friends, me, { ...own, lastTeleport: last }),
        given(friendRules, '', {}),
        given(ownDeliveries, me, { entries: { d1: { ...teleported, state } } }),
        ...[life, ...profiles],
      ],
    })
  after('confirmed')
  expect(screen.getByRole('button', { name: 'Teleport again in 07:30: Bob' })).toHaveProperty('disabled', true)
  cleanup()
  after('failed')
  expect(screen.getByRole('button', { name: 'Ask to teleport to Bob' })).toHaveProperty('disabled', false)
})

test.each([
  ['when the pause is over', screenNow - teleportPauseMs],
  ["where the hub's clock was set back since", screenNow + 60_000],
])('[FD64] the button asks again %s', (_, at) => {
  renderScreen(<FriendsScreen />, {
    hello,
    path: '/friends',
    documents: [
      given(friends, me, { ...own, lastTeleport: { at, delivery: 'd1' } }),
      given(friendRules, '', {}),
      given(ownDeliveries, me, { entries: { d1: { ...teleported, state: 'confirmed' } } }),
      ...[life, ...profiles],
    ],
  })
  expect(screen.getByRole('button', { name: 'Ask to teleport to Bob' })).toHaveProperty('disabled', false)
})

test.each([
  ['hal', 'Add friend', commands.requestFriend.name],
  ['eve', 'Accept friend request', commands.acceptFriend.name],
] as const)('[FD57] the drawer of %s offers "%s"', (id, label, command) => {
  const { sent } = renderScreen(<FriendButton account={id} />, { hello, documents: [given(friends, me, own)] })
  press(label)
  expect(sent).toMatchObject([{ name: command }])
})

test('[FD58] the drawer offers nothing for friends, for players who were asked or are blocked, and for oneself', () => {
  for (const id of ['bob', 'fay', 'gus', me]) {
    const { unmount } = renderScreen(<FriendButton account={id} />, { hello, documents: [given(friends, me, own)] })
    expect(screen.queryByRole('button')).toBeNull()
    unmount()
  }
})

test('[FD59] the map draws friends who share, and none who is drawn as a member of the pack already', () => {
  const list = [{ account: 'bob', name: 'Bob', ...open }]
  const seen = { readAt: 1, everyMs: 2_000, seen: { bob: { status: 'in-game', place } } } as const
  expect(friendMarkers(list, seen, new Set())).toMatchObject([{ id: 'bob', slot: 33, relation: 'friend', name: 'Bob' }])
  expect(friendMarkers(list, seen, new Set(['bob']))).toEqual([])
  expect(friendMarkers([{ account: 'bob', name: 'Bob', ...open, placeSince: null }], seen, new Set())).toEqual([])
})

test('[FD300] the question before a block says where to unblock, and that a player of the same pack stays in it', () => {
  const id = '00000000-0000-4000-8000-000000000001' as never
  const member = (name: string, sharedSince: number | null) => ({ name, joinedAt: 1, sharedSince })
  const inPack = (sharedSince: number | null) => [
    given(membership, me, { pack: id }),
    given(pack, id, { leader: me, members: { [me]: member('Ann', sharedSince), bob: member('Bob', 1) } }),
  ]
  const questionAbout = (name: string, sharedSince: number | null) => {
    renderScreen(<FriendsScreen />, {
      hello,
      path: '/friends',
      documents: [given(friends, me, own), given(friendRules, '', {}), life, ...profiles, ...inPack(sharedSince)],
    })
    press(`More actions for ${name}`)
    fireEvent.click(screen.getByRole('menuitem', { name: 'Block…' }))
    const text = screen.getByRole('dialog').textContent
    cleanup()
    return text
  }
  expect(questionAbout('Bob', 1)).toContain('You can unblock them on the Friends page, under Requests.')
  expect(questionAbout('Bob', 1)).toContain('You are in the same pack: they still see you on its map.')
  expect(questionAbout('Bob', null)).toContain("they see you on its map when you aren't hidden")
  expect(questionAbout('Cyd', 1)).not.toContain('pack')
  expect(questionAbout('Cyd', 1)).toContain("You'll no longer be friends.")
})

test('[FD1600] the question before a block of a player who only asked speaks of no friendship, and says that gifts end too', () => {
  show(own, '/friends?tab=requests')
  press('More actions for Eve')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Block…' }))
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain("They can't send you friend requests or gifts any more.")
  expect(text).not.toContain('friends.')
})

test('[FD1602] a user with as many friends as one may have watches few profiles, and reads all names', async () => {
  const ids = Array.from({ length: mostFriends }, (_, index) => `mate${String(index).padStart(3, '0')}`)
  const many = { friends: Object.fromEntries(ids.map((id) => [id, open])), blocked: {} }
  const { settle, watched } = show(many)
  await settle()
  expect([...watched].filter((id) => kindOf(id) === profile.kind)).toHaveLength(mostWatchedNames)
  // The profiles of the first are not given here, so that the page would have their names from nothing but the query.
  const read = screen.getAllByText(/^Mate\d{3}$/).map(({ textContent }) => textContent)
  expect(read).toEqual(Object.values(namesOf(ids.slice(mostWatchedNames))))
  expect(mostWatchedNames + 2 * mostRequests).toBeLessThanOrEqual(160)
})

// @vitest-environment happy-dom
// One file because its tests open the same drawer, each as another reader.
import { fireEvent, screen, within } from '@testing-library/react'
import { useSetAtom } from 'jotai'
import { expect, test } from 'vitest'
import { mainServer, PlayerId } from '../../../shared/engine/ids.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import {
  banPlayer,
  growPlayer,
  kickPlayer,
  messagePlayer,
  mutatePlayer,
  skinPlayer,
  slayPlayer,
  unbanPlayer,
} from '../../../shared/features/deliveries/commands.ts'
import { bans, deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { type PastBan, pastBans } from '../../../shared/features/deliveries/queries.ts'
import { blockPlayer } from '../../../shared/features/friends/commands.ts'
import { friends } from '../../../shared/features/friends/friends.ts'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { type PlayerDetails, readPlayer } from '../../../shared/features/players/queries.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { onlinePlayers, type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { server } from '../../../shared/features/server/server.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { askedActionAtom } from './openPlayer.ts'
import { PlayerDrawer } from './PlayerDrawer.tsx'
import { PlayerName } from './PlayerName.tsx'

// Fetched by the drawer when it first opens: here before the tests, so that none waits for it.
await Promise.all([import('./StaffPlayer.tsx'), import('./PublicPlayer.tsx')])

const rex = '76561198000000002'
const packId = '018f2f3e-6c1e-7c3a-9a51-6f1d2b3c4d5e'

const known: PlayerDetails = {
  id: rex,
  account: null,
  name: 'Rex',
  role: 'player',
  isOnline: true,
  animal: null,
  lastSeenAt: screenNow - 300_000,
  playMs: 7_200_000,
  isBanned: null,
  accountName: null,
  firstSeenAt: screenNow - 86_400_000,
  stays: 3,
  wallet: null,
  commands: null,
}
const animal: NonNullable<RosterEntry['animal']> = {
  species: 'Carnotaurus',
  gender: 'Female',
  growth: 80,
  health: 12,
  stamina: 90,
  hunger: 60,
  thirst: 70,
  dead: false,
  slot: 1,
  isPlaced: true,
  region: 'swamps',
  square: 'E7',
  near: 'swamps',
}
const liveServer = given(server, mainServer, { link: { name: 'up', since: screenNow }, readAt: screenNow })

const menuActions = ['kick', 'slay', 'ban', 'message', 'teleport'] as const

/** Asks for an action on Rex as the context menu of the map does. */
function ContextMenu() {
  const ask = useSetAtom(askedActionAtom)
  return menuActions.map((action) => (
    <button key={action} type="button" onClick={() => ask({ player: rex, action })}>
      Menu: {action}
    </button>
  ))
}

interface Opened {
  readonly role: Role
  readonly isOnline?: boolean
  readonly player?: Partial<PlayerDetails> | null
  readonly link?: ReturnType<typeof given>
  /** Further documents. */
  readonly more?: readonly ReturnType<typeof given>[]
  readonly pastBansNow?: () => PastBan[]
}

/** A page with the name of Rex on it. The drawer is closed. */
function openPage({
  role,
  isOnline = true,
  player = {},
  link = liveServer,
  more = [],
  pastBansNow = () => [],
}: Opened) {
  return renderScreen(
    <>
      <PlayerName id={rex} name="Rex" />
      <ContextMenu />
      <PlayerDrawer />
    </>,
    {
      hello: signedIn(role),
      path: '/audit',
      documents: [
        link,
        given(onlinePlayers, mainServer, { isRead: true, players: isOnline ? { [rex]: { name: 'Rex' } } : {} }),
        given(roster, mainServer, {
          readAt: screenNow,
          players: isOnline ? { [rex]: { id: rex, name: 'Rex', animal } } : {},
        }),
        given(deliveries, mainServer, {}),
        ...more,
      ],
      queries: [
        answering(readPlayer, () => ({ player: player && { ...known, isOnline, ...player } })),
        answering(pastBans, () => ({ bans: pastBansNow() })),
      ],
    },
  )
}
const openDrawer = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Rex' }))
  return screen.findByRole('dialog', { name: 'Rex' })
}
const buttonsIn = (drawer: HTMLElement) =>
  within(within(drawer).getByRole('region', { name: 'Actions' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** An open drawer of Rex, who has no past bans yet. */
async function openPastBans(more: Parameters<typeof openPage>[0]['more'] = []) {
  const past: PastBan[] = []
  const { change, settle } = openPage({ role: 'admin', more, pastBansNow: () => [...past] })
  const drawer = await openDrawer()
  await settle()
  const listed = () => within(drawer).getByRole('region', { name: 'Past bans' }).textContent
  expect(listed()).toMatch(/No past bans\.$/)
  const banByBob = async () => {
    const ban = {
      name: 'Rex',
      reason: 'Griefing',
      delivery: 'd1',
      at: screenNow,
      until: null,
      by: 'bob',
      byName: 'Bob',
    }
    past.unshift({ at: screenNow, act: 'ban', byName: 'Bob', reason: 'Griefing', durationMs: null })
    change(given(bans, mainServer, { bans: { [rex]: ban } }))
    await settle()
    expect(listed()).toMatch(/Banned permanently by Bob · Griefing$/)
  }
  return { past, listed, banByBob, change, settle }
}

test('[PQ2706] past bans in an open drawer follow a ban that other staff give, and its end', async () => {
  const { past, listed, banByBob, change, settle } = await openPastBans([given(bans, mainServer, {})])
  await banByBob()
  past.unshift({ at: screenNow + 1, act: 'unban', byName: 'Ann', reason: '', durationMs: null })
  change(given(bans, mainServer, {}))
  await settle()
  expect(listed()).toContain('Unbanned by Ann')
})

test('[PQ2805] past bans in a drawer that opens show a ban that comes after the hub has answered and before the page knows who is banned', async () => {
  const { banByBob } = await openPastBans()
  await banByBob()
})

test('[PQ2806] a drawer that opens before the page knows who is online asks for its player again then', async () => {
  const player = { accountName: 'Ann' }
  const unread = given(onlinePlayers, mainServer, { isRead: false })
  const { change, settle } = openPage({ role: 'admin', isOnline: false, player, more: [unread] })
  const drawer = await openDrawer()
  await settle()
  expect(drawer.textContent).toContain('Account: Ann')
  player.accountName = 'Annie'
  change(given(onlinePlayers, mainServer, { isRead: true }))
  await settle()
  expect(drawer.textContent).toContain('Account: Annie')
})

test('[PQ2718] past bans in an open drawer follow what becomes of an unban: one that the game refuses is not listed as done', async () => {
  const order = {
    id: 'd1',
    number: 1,
    kind: 'unban',
    target: { id: rex, name: 'Rex' },
    detail: {},
    by: 'ann',
    byName: 'Ann',
  }
  const listedAs = (state: string) =>
    given(deliveries, mainServer, { entries: { d1: { ...order, role: 'owner', queuedAt: screenNow, state } as never } })
  const unban = { at: screenNow, act: 'unban', byName: 'Ann', reason: '', durationMs: null } as const
  const past: PastBan[] = [unban]
  const { change, settle } = openPage({
    role: 'admin',
    more: [given(bans, mainServer, {}), listedAs('sending')],
    pastBansNow: () => [...past],
  })
  const drawer = await openDrawer()
  await settle()
  const listed = () => within(drawer).getByRole('region', { name: 'Past bans' }).textContent
  expect(listed()).toMatch(/· Unbanned by Ann$/)
  past[0] = { ...unban, outcome: 'refused' }
  change(listedAs('refused'))
  await settle()
  expect(listed()).toMatch(/· Unban by Ann: refused by the game$/)
})

test('[PQ700] the drawer names the player and, where it is another name, the account', async () => {
  const account = PlayerId.parse('bob')
  const headOf = async (accountName: string | null) => {
    const { settle, unmount } = openPage({ role: 'owner', player: { account, accountName } })
    fireEvent.click(screen.getByRole('button', { name: 'Rex' }))
    await settle()
    const dialog = screen.getByRole('dialog', { name: 'Rex' })
    const named = within(dialog).queryByText('Account: Demo Player 8')
    unmount()
    return named !== null
  }
  expect(await headOf('Demo Player 8')).toBe(true)
  expect(await headOf('Rex')).toBe(false)
})

test('[PQ20] a name opens the drawer: who, what, where, and the actions from harmless to harmful', {
  tags: 'slow',
}, async () => {
  openPage({ role: 'admin' })
  const drawer = await openDrawer()
  await within(drawer).findByRole('region', { name: 'Dinosaur' })
  expect(buttonsIn(drawer)).toEqual([
    'Show on map',
    'Message',
    'Heal',
    'Teleport',
    'Change dinosaur',
    'Give currency',
    'Kick',
    'Slay',
    'Ban',
  ])
  expect(drawer.textContent).toMatch(/Online.*Carnotaurus.*female.*E7, Swamps.*12% low/)
  expect(drawer.textContent).toMatch(new RegExp(`${rex}.*First seen.*Play time2 h · 3 visits`))
})

test('[PQ21] moderators see neither dinosaur nor place, and only the actions that they may take', async () => {
  openPage({ role: 'moderator' })
  const drawer = await openDrawer()
  await within(drawer).findByRole('region', { name: 'Actions' })
  expect(buttonsIn(drawer)).toEqual(['Message', 'Heal', 'Kick'])
  expect(drawer.textContent).not.toMatch(/Carnotaurus|Swamps|E7/)
})

test('[PQ22] what cannot be done now is disabled, with the reason; a ban needs neither the game nor the player', async () => {
  openPage({ role: 'admin', isOnline: false })
  const drawer = await openDrawer()
  await within(drawer).findByText("Rex isn't in the game.", { selector: 'p' })
  const enabled = within(drawer)
    .getAllByRole<HTMLButtonElement>('button')
    .filter(({ disabled }) => !disabled)
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(enabled).toEqual(['Close', 'Ban', 'Add note', `Copy SteamID64 of Rex`])
  expect(drawer.textContent).toMatch(/Offline · last seen 5 min ago/)
})

test('[PQ23] while the game link is down, the drawer says so at its actions', async () => {
  const link = given(server, mainServer, { link: { name: 'down', since: screenNow, why: 'gone' }, readAt: screenNow })
  openPage({ role: 'admin', link })
  const drawer = await openDrawer()
  await within(drawer).findByText('The game link is down.', { selector: 'p' })
  expect(within(drawer).getByRole<HTMLButtonElement>('button', { name: 'Kick' }).disabled).toBe(true)
})

test('[PQ24] a message is sent with Enter, and its text survives a refusal', async () => {
  const { sent } = openPage({ role: 'moderator' })
  await openDrawer()
  const button = await screen.findByRole('button', { name: 'Message' })
  button.focus()
  fireEvent.click(button)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Message to Rex' })
  fireEvent.submit(field)
  expect(screen.getByText('Enter a message.')).toBeDefined()
  fireEvent.input(field, { target: { value: 'Hi' } })
  fireEvent.submit(field)
  expect(sent).toMatchObject([{ name: messagePlayer.name, input: { target: rex, text: 'Hi' } }])
  await sent[0]?.answer({ ok: false, code: 'offline', message: 'That player is not in the game.' })
  expect(field.value).toBe('Hi')
  expect(screen.getByRole('alert').textContent).toContain('That player is not in the game.')
  fireEvent.submit(field)
  await sent[1]?.answer({ ok: true, output: { id: 'message-1' }, seq: 1 })
  expect(screen.queryByRole('textbox', { name: 'Message to Rex' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Message')
})

test('[PQ2060] after a message that a menu or the palette began, the focus is on Message and not on another action', async () => {
  const { sent } = openPage({ role: 'admin' })
  await openDrawer()
  await screen.findByRole('button', { name: 'Message' })
  press('Menu: message')
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Message to Rex' })
  fireEvent.input(field, { target: { value: 'Hi' } })
  fireEvent.submit(field)
  await sent[0]?.answer({ ok: true, output: { id: 'message-1' }, seq: 1 })
  expect(document.activeElement?.textContent).toBe('Message')
})

test('[CHD1] staff change growth, mutations or skin in one form; what is missing or out of range is not sent', async () => {
  const { sent } = openPage({ role: 'admin' })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Change dinosaur' }))
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: 'Change' }), { target: { value } })
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Change' }))
  press('Change growth')
  expect(screen.getByText('Enter a percentage.')).toBeDefined()
  const growth = screen.getByRole('spinbutton', { name: "New growth of Rex's dinosaur, %" })
  fireEvent.input(growth, { target: { value: '101' } })
  press('Change growth')
  expect(sent).toEqual([])
  fireEvent.input(growth, { target: { value: '62' } })
  press('Change growth')
  expect(sent).toMatchObject([{ name: growPlayer.name, input: { target: rex, growth: 62 } }])
  await sent[0]?.answer({ ok: false, code: 'offline', message: 'That player is not in the game.' })
  expect(screen.getByRole('alert').textContent).toContain('That player is not in the game.')
  choose('mutations')
  fireEvent.input(screen.getByRole('textbox', { name: /^Mutations/ }), { target: { value: 'Nocturnal, Wader' } })
  press('Change mutations')
  expect(sent[1]).toMatchObject({ name: mutatePlayer.name, input: { target: rex, mutations: 'Nocturnal, Wader' } })
  choose('skin')
  fireEvent.input(screen.getByRole('textbox', { name: /^Skin/ }), { target: { value: 'Ember' } })
  press('Change skin')
  expect(sent[2]).toMatchObject({ name: skinPlayer.name, input: { target: rex, skin: 'Ember' } })
  await sent[2]?.answer({ ok: true, output: { id: 'skin-1' }, seq: 1 })
  expect(screen.queryByRole('combobox', { name: 'Change' })).toBeNull()
})

test('[PQ25] kick, slay and ban ask first, and Enter in their fields does not do them', async () => {
  const { sent } = openPage({ role: 'admin' })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Kick' }))
  const reason = screen.getByRole('textbox', { name: /Reason/ })
  expect(fireEvent.keyDown(reason, { key: 'Enter' })).toBe(false)
  press('Kick Rex')
  expect(sent).toMatchObject([{ name: kickPlayer.name, input: { target: rex, reason: '' } }])
  await sent[0]?.answer({ ok: true, output: { id: 'kick-1' }, seq: 1 })
  press('Slay')
  expect(screen.getByRole('dialog', { name: 'Slay Rex?' }).textContent).toContain("You can't undo this.")
  press('Slay Rex')
  expect(sent[1]).toMatchObject({ name: slayPlayer.name, input: { target: rex } })
})

test('[PQ26] a ban needs a length and a reason; nothing is sent before both are given', async () => {
  const { sent } = openPage({ role: 'admin' })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Ban' }))
  press('Ban Rex')
  expect(sent).toEqual([])
  expect(screen.getByText('Choose how long the ban lasts.')).toBeDefined()
  press('1 week')
  press('Griefing')
  press('Ban Rex for 7 days')
  expect(sent).toMatchObject([
    { name: banPlayer.name, input: { target: rex, reason: 'Griefing', durationMs: 7 * 86_400_000 } },
  ])
})

test.each([
  ['Ban', 'Ban Rex?', 'banPlayers'],
  ['Kick', 'Kick Rex?', 'kickPlayers'],
] as const)(
  '[PQ2412] %s: a question that closed with the permission does not open by itself when the permission comes back',
  async (action, question, permission) => {
    const { sayHello } = openPage({ role: 'admin' })
    await openDrawer()
    fireEvent.click(await screen.findByRole('button', { name: action }))
    expect(screen.getByRole('dialog', { name: question })).toBeDefined()
    const admin = signedIn('admin')
    sayHello({ ...admin, may: admin.may.filter((one) => one !== permission) })
    expect(screen.queryByRole('dialog', { name: question })).toBeNull()
    sayHello(admin)
    expect(screen.getByRole('button', { name: action })).toBeDefined()
    expect(screen.queryByRole('dialog', { name: question })).toBeNull()
  },
)

test('[RV1] a ban with something missing leads to the first gap, and Enter in the reason bans no one', async () => {
  const { sent } = openPage({ role: 'admin' })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Ban' }))
  press('Ban Rex')
  const lengths = within(screen.getByRole('group', { name: 'Length of the ban' })).getAllByRole('button')
  expect(document.activeElement).toBe(lengths[0])
  press('1 week')
  press('Ban Rex for 7 days')
  const reason = screen.getByLabelText('Reason')
  expect(document.activeElement).toBe(reason)
  fireEvent.change(reason, { target: { value: 'Griefing' } })
  expect(fireEvent.keyDown(reason, { key: 'Enter' })).toBe(false)
  expect(sent).toEqual([])
})

test('[RV2] an action chosen in a context menu for staff of a higher role asks nothing', async () => {
  openPage({ role: 'admin', player: { role: 'owner' } })
  await openDrawer()
  await screen.findByText(/of a lower role than yours/)
  for (const action of menuActions) {
    press(`Menu: ${action}`)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
  }
})

test('[RV3] what is being typed in the drawer stays in view while the hub is away', async () => {
  const { connect } = openPage({ role: 'admin' })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Message' }))
  fireEvent.change(await screen.findByLabelText('Message to Rex'), { target: { value: 'Come down here' } })
  connect('reconnecting')
  expect(screen.getByLabelText('Message to Rex')).toHaveProperty('value', 'Come down here')
})

test('[SK2] what is being typed stays in view when the game link breaks or the player leaves, and cannot be sent then', async () => {
  const { change, sent } = openPage({ role: 'admin' })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Message' }))
  const text = screen.getByLabelText('Message to Rex')
  fireEvent.change(text, { target: { value: 'Come down here' } })
  change(given(server, mainServer, { link: { name: 'down', since: screenNow }, readAt: screenNow }))
  const form = screen.getByRole('form', { name: 'Message Rex' })
  expect(form.textContent).toMatch(/The game link is down\./)
  fireEvent.submit(form)
  change(liveServer)
  change(given(onlinePlayers, mainServer, { isRead: true, players: {} }))
  expect(form.textContent).toMatch(/Rex isn't in the game\./)
  expect(within(form).getByRole('button', { name: 'Send message' })).toHaveProperty('disabled', true)
  expect(text).toHaveProperty('value', 'Come down here')
  expect(text.isConnected).toBe(true)
  expect(sent).toEqual([])
})

test('[RV11] the drawer of a banned player offers to unban, to staff who may ban only', async () => {
  const ban = given(bans, mainServer, {
    bans: { [rex]: { name: 'Rex', reason: 'Griefing', by: 'bob', byName: 'Bob', at: screenNow, until: null } },
  })
  for (const role of ['admin', 'moderator'] as const) {
    const { sent, change, unmount } = openPage({ role })
    await openDrawer()
    await screen.findByRole('button', { name: 'Message' })
    change(ban)
    if (role === 'admin') {
      press('Unban Rex')
      expect(sent).toMatchObject([{ name: unbanPlayer.name, input: { target: rex } }])
    } else expect(screen.queryByRole('button', { name: 'Unban Rex' })).toBeNull()
    unmount()
  }
})

test('[PQ27] staff of an equal or higher role can only be looked at', async () => {
  openPage({ role: 'admin', player: { role: 'owner' } })
  const drawer = await openDrawer()
  await within(drawer).findByText(/of a lower role than yours/)
  expect(buttonsIn(drawer)).toEqual(['Show on map'])
})

test('[PQ28] the address has the player, so that a reload opens the drawer again, and closing removes it', async () => {
  const { address } = openPage({ role: 'admin' })
  await openDrawer()
  expect(address()).toBe(`/audit?player=${rex}`)
  press('Close')
  expect(address()).toBe('/audit')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[PQ29] the delivery of an action is shown in the drawer with its life', async () => {
  const { sent, change } = openPage({ role: 'moderator' })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Heal' }))
  await sent[0]?.answer({ ok: true, output: { id: 'heal-1' }, seq: 1 })
  const heal = {
    id: 'heal-1',
    number: 1,
    kind: 'heal',
    target: { id: rex, name: 'Rex' },
    detail: {},
    by: 'ann',
  } as const
  const fields = { byName: 'Ann', role: 'moderator', queuedAt: screenNow } as const
  change(given(deliveries, mainServer, { entries: { 'heal-1': { ...heal, ...fields, state: 'confirmed' } } }))
  const card = screen.getByRole('article', { name: 'Heal Rex' })
  expect(card.textContent).toContain('Confirmed')
})

test('[V8.2.2] [PQ30] players see of another player the profile, and of a pack member what the pack shares', {
  tags: 'slow',
}, async () => {
  const seen = {
    species: 'Troodon',
    growth: 40,
    dead: false,
    slot: 2,
    region: null,
    square: 'C5',
    near: 'swamps',
    goneAt: null,
  }
  const setup = {
    hello: signedIn('player'),
    documents: [
      given(profile, 'bob', { name: 'Bob' }),
      given(profile, 'cid', { name: 'Cid' }),
      given(membership, 'ann', { pack: packId as never }),
      given(pack, packId, {
        name: 'Fangs',
        leader: 'bob',
        members: { bob: { name: 'Bob', joinedAt: screenNow, sharedSince: screenNow } },
      }),
      given(packLife, packId, { readAt: screenNow, seen: { bob: seen } }),
    ],
  }
  renderScreen(<PlayerDrawer />, { ...setup, path: '/map?player=bob' })
  const drawer = await screen.findByRole('dialog', { name: 'Bob' })
  await within(drawer).findByText('Troodon')
  expect(drawer.textContent).toMatch(/Leads Fangs.*Troodon.*C5, near Swamps/)
  expect(
    within(drawer)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['', 'Show on map', 'Send a gift'])
  press('Close')
  renderScreen(<PlayerDrawer />, { ...setup, path: '/map?player=cid' })
  expect((await screen.findByRole('dialog', { name: 'Cid' })).textContent).toContain(
    'You share no pack with this player.',
  )
})

test('[PQ2776] to guests and players a link to a player of the game, or a drawer whose reader is staff no longer, says that staff alone open it', async () => {
  const path = '/players?player=76561198000000009'
  const documents = [given(profile, '76561198000000009', {})]
  const guest = renderScreen(<PlayerDrawer />, { path, documents })
  await screen.findByText('Sign in to open this player.')
  guest.unmount()
  const player = renderScreen(<PlayerDrawer />, { path, documents, hello: signedIn('player') })
  await screen.findByText('Only staff can open this player.')
  player.unmount()
  renderScreen(<PlayerDrawer />, { path: '/players?player=zed', documents: [given(profile, 'zed', {})] })
  await screen.findByText('Player not found.')
})

test('[PQ31] an id that belongs to no player says so', async () => {
  openPage({ role: 'moderator', player: null, isOnline: false })
  fireEvent.click(screen.getByRole('button', { name: 'Rex' }))
  expect(await screen.findByText('Player not found.')).toBeDefined()
})

test('[FK7] the drawer calls its player online only while hub and game link are up', async () => {
  const { change } = openPage({ role: 'moderator' })
  const drawer = await openDrawer()
  expect(await within(drawer).findByText('Online')).toBeDefined()
  change(given(server, mainServer, { link: { name: 'down', since: screenNow }, readAt: screenNow }))
  expect(within(drawer).getByText('Was online')).toBeDefined()
  expect(within(drawer).queryByText('Online')).toBeNull()
})

test('[DE29] staff give currency to players with an account, in the game or not; one without an account is named as the reason', async () => {
  openPage({ role: 'admin', isOnline: false })
  const drawer = await openDrawer()
  await within(drawer).findByText(/Rex has never signed in here/, { selector: 'p' })
  expect(within(drawer).getByRole<HTMLButtonElement>('button', { name: 'Give currency' }).disabled).toBe(true)
})

test('[DE30] the drawer shows the balances of a player live, and opens the form that gives more', async () => {
  const player = { account: PlayerId.parse('bob'), wallet: { voidPearls: 5, razorTalons: 0, sylvanShards: 0 } }
  openPage({ role: 'admin', isOnline: false, player, more: [given(wallet, 'bob', { voidPearls: 12_345 })] })
  const drawer = await openDrawer()
  await within(drawer).findByText('12,345')
  press('Give currency')
  expect(screen.getByRole('form', { name: 'Give currency to Rex' })).toBeDefined()
})

test('[PQ32] the drawer shows no play time, visits or balances where the owner switched them off, and says so', async () => {
  const player = { account: PlayerId.parse('bob'), wallet: { voidPearls: 12_345, razorTalons: 0, sylvanShards: 0 } }
  const features = { realPlayerData: false, realCurrency: false }
  openPage({ role: 'admin', isOnline: false, player, link: given(server, mainServer, { features }) })
  const drawer = within(await openDrawer())
  await drawer.findByText('Player data is switched off on this hub.')
  expect(drawer.getByText('Currency is switched off on this hub.')).toBeDefined()
  expect([drawer.queryByText('12,345'), drawer.queryByText(/3 visits/)]).toEqual([null, null])
})

test('[PW500] a late answer does not end the action that was asked since', async () => {
  const { sent } = openPage({ role: 'admin' })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Message' }))
  const field = screen.getByRole('textbox', { name: 'Message to Rex' })
  fireEvent.input(field, { target: { value: 'Hi' } })
  fireEvent.submit(field)
  press('Menu: ban')
  expect(screen.getByRole('dialog', { name: 'Ban Rex?' })).toBeDefined()
  await sent[0]?.answer({ ok: true, output: { id: 'message-1' }, seq: 1 })
  expect(screen.getByRole('dialog', { name: 'Ban Rex?' })).toBeDefined()
})

test('[PW504] the drawer stays open while a form in it is in flight, and says why', async () => {
  const { sent } = openPage({ role: 'admin' })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Message' }))
  const field = screen.getByRole('textbox', { name: 'Message to Rex' })
  fireEvent.input(field, { target: { value: 'Hi' } })
  fireEvent.submit(field)
  press('Close')
  expect(screen.getByText("Wait for the hub's answer: what was sent can't be cancelled.")).toBeDefined()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.getByRole('textbox', { name: 'Message to Rex' })).toBeDefined()
  await sent[0]?.answer({ ok: false, code: 'offline', message: 'That player is not in the game.' })
  press('Close')
  expect(screen.queryByRole('textbox', { name: 'Message to Rex' })).toBeNull()
})

test('[PW501] while a form of the drawer is in flight, its button does not put it away, so that it is not sent twice', async () => {
  const { sent } = openPage({ role: 'admin' })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Message' }))
  const field = screen.getByRole('textbox', { name: 'Message to Rex' })
  fireEvent.input(field, { target: { value: 'Hi' } })
  fireEvent.submit(field)
  for (const name of ['Message', 'Teleport', 'Cancel']) press(name)
  expect(screen.getByRole('textbox', { name: 'Message to Rex' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Message' }).textContent).toBe('Message')
  await sent[0]?.answer({ ok: false, code: 'offline', message: 'That player is not in the game.' })
  press('Message')
  expect(screen.queryByRole('textbox', { name: 'Message to Rex' })).toBeNull()
})

test('[FD1800] a member of staff blocks a player as players do, and not where there is no account', async () => {
  const me = signedIn('moderator').principal?.id ?? ''
  const more = [given(friends, me, {})]
  const { sent, unmount } = openPage({ role: 'moderator', player: { account: PlayerId.parse('bob') }, more })
  await openDrawer()
  fireEvent.click(await screen.findByRole('button', { name: 'Block…' }))
  press('Block Rex')
  expect(sent.map(({ name, input }) => [name, input])).toEqual([[blockPlayer.name, { player: 'bob' }]])
  unmount()
  openPage({ role: 'moderator', more })
  await openDrawer()
  await screen.findByRole('region', { name: 'Actions' })
  expect(screen.queryByRole('button', { name: 'Block…' })).toBeNull()
})

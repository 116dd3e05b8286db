// @vitest-environment happy-dom; one file because each test opens the palette of the same page
import { fireEvent, screen, within } from '@testing-library/react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { catalogue, catalogueKey } from '../../../shared/features/catalogue/catalogue.ts'
import { healPlayer, wipeCorpses } from '../../../shared/features/deliveries/commands.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { type KnownPlayer, listPlayers, readPlayer } from '../../../shared/features/players/queries.ts'
import { onlinePlayers, roster } from '../../../shared/features/roster/roster.ts'
import { server } from '../../../shared/features/server/server.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { askedActionAtom, openPlayerAtom } from '../players/openPlayer.ts'
import { Palette } from './Palette.tsx'

beforeEach(() => localStorage.clear())

const rex = '76561198000000001'
const gone: KnownPlayer = {
  id: '76561198000000009',
  account: null,
  name: 'Gonzo',
  role: 'player',
  isOnline: false,
  animal: null,
  lastSeenAt: screenNow,
  playMs: 0,
  isBanned: null,
}
const pages = [
  { path: '/', name: 'Home', icon: 'home' },
  { path: '/map', name: 'Live Map', icon: 'map' },
  { path: '/audit', name: 'Audit', icon: 'audit' },
] as const

/** What the palette has opened beside itself. */
function Opened() {
  const asked = useAtomValue(askedActionAtom)
  return <output data-testid="opened">{`${useAtomValue(openPlayerAtom) ?? 'none'} ${asked?.action ?? 'none'}`}</output>
}

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <main tabIndex={-1}>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Opened />
      </main>
      {isOpen ? <Palette pages={pages} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface Visit {
  readonly setup?: Parameters<typeof renderScreen>[1]
  readonly link?: 'up' | 'down'
  readonly isRead?: boolean
}

function openPalette({ setup = {}, link = 'up', isRead = true }: Visit = {}) {
  const state =
    link === 'up' ? { name: link, since: screenNow } : ({ name: link, since: screenNow, why: 'gone' } as const)
  const world = renderScreen(<Page />, {
    hello: signedIn('admin'),
    documents: [
      given(server, mainServer, { link: state, readAt: screenNow }),
      given(onlinePlayers, mainServer, { isRead, players: isRead ? { [rex]: { name: 'Rex' } } : {} }),
      given(roster, mainServer, {
        readAt: isRead ? screenNow : null,
        players: isRead ? { [rex]: { id: rex, name: 'Rex', animal: null } } : {},
      }),
      given(deliveries, mainServer, {}),
    ],
    queries: [
      answering(listPlayers, ({ text }) => ({ players: 'gonzo'.startsWith(text) ? [gone] : [], total: 1 })),
      answering(readPlayer, () => ({ player: null })),
    ],
    ...setup,
  })
  const opener = screen.getByRole('button', { name: 'Open' })
  const reopen = () => {
    opener.focus()
    fireEvent.click(opener)
  }
  reopen()
  return { ...world, opener, reopen }
}

const field = () => screen.getByRole<HTMLInputElement>('combobox')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (key: string, shiftKey = false) => fireEvent.keyDown(field(), { key, shiftKey })
const reached = () => {
  const id = field().getAttribute('aria-activedescendant')
  return id ? document.getElementById(id)?.textContent?.trim() : null
}
const optionNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent?.trim())
const opened = () => screen.getByTestId('opened').textContent

test('[PW34] arrows, Home and End go through the list, Tab through its groups, and Enter opens', {
  tags: 'slow',
}, () => {
  const { address } = openPalette()
  expect(document.activeElement).toBe(field())
  const groups = screen.getAllByRole('group')
  const firstOf = (index: number) =>
    within(groups[index] as HTMLElement)
      .getAllByRole('option')[0]
      ?.textContent?.trim()
  expect(
    groups.map((group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent),
  ).toEqual(['Suggested', 'Actions', 'Pages', 'Settings'])
  expect(reached()).toBe(firstOf(0))
  press('Tab')
  expect(reached()).toBe(firstOf(1))
  press('Tab')
  expect(reached()).toBe(firstOf(2))
  press('Tab', true)
  expect(reached()).toBe(firstOf(1))
  press('End')
  expect(reached()).toBe(optionNames().at(-1))
  expect(press('Tab')).toBe(true)
  press('ArrowDown')
  expect(reached()).toBe(optionNames()[0])
  press('ArrowUp')
  expect(reached()).toBe(optionNames().at(-1))
  press('Home')
  expect(reached()).toBe(optionNames()[0])
  type('audit')
  press('Enter')
  expect(address()).toBe('/audit')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test("[PW35] Enter after a player's name opens the player; a harmful action is chosen by the arrows and asks", () => {
  const { sent, reopen } = openPalette()
  type('rex')
  press('Enter')
  expect(opened()).toBe(`${rex} none`)
  reopen()
  type('kick')
  expect(reached()).toBeNull()
  press('Enter')
  expect(opened()).toBe(`${rex} none`)
  press('ArrowDown')
  expect(reached()).toBe('Kick Rex…')
  press('Enter')
  expect(opened()).toBe(`${rex} kick`)
  expect(sent).toEqual([])
})

test('[PW36] actions are aimed at the open player until Backspace', () => {
  const { reopen } = openPalette()
  type('rex')
  press('Enter')
  reopen()
  expect(optionNames()).toContain('Message Rex…')
  press('Backspace')
  expect(optionNames()).not.toContain('Message Rex…')
  type('kick')
  press('Enter')
  expect(reached()).toBeNull()
  expect(optionNames()).toEqual(['Rex choosing a dinosaur'])
  type('rx')
  press('Enter')
  expect(opened()).toBe(`${rex} none`)
  type('re')
  press('Enter')
  expect(opened()).toBe(`${rex} kick`)
})

test('[PW37] recent entries are kept per account', () => {
  const { reopen, sayHello } = openPalette()
  type('dusk')
  press('Enter')
  reopen()
  const recent = () => screen.queryByRole('group', { name: 'Recent' })?.textContent ?? ''
  expect(recent()).toContain('Theme: Dusk')
  sayHello(signedIn('admin', 'ben'))
  expect(recent()).toBe('')
  sayHello(signedIn('admin', 'ann'))
  expect(recent()).toContain('Theme: Dusk')
})

test('[PW38] while the hub is away it says so, pages still open, and actions say why not', () => {
  const { address } = openPalette({ setup: { hello: signedIn('admin'), connection: 'stale' } })
  expect(screen.getByText(/Can't reach the hub. Retrying….*pages/)).toBeDefined()
  type('save')
  expect(screen.getByRole('option', { name: /Save the game/ }).getAttribute('aria-disabled')).toBe('true')
  expect(reached()).toBeNull()
  type('live')
  press('Enter')
  expect(address()).toBe('/map')
})

test('[PW39] loading, nothing found, and a text that is too long are shown; nothing typed is cut', async () => {
  openPalette({ isRead: false })
  type('rex')
  expect(screen.getByText('Loading players…')).toBeDefined()
  expect(screen.queryByText(/Nothing found/)).toBeNull()
  const long = 'x'.repeat(120)
  type(long)
  expect(screen.getByRole('alert').textContent).toContain('At most 100 characters. Remove 20.')
  expect(field().value).toBe(long)
  // Counted as the hub counts: an emoji is one.
  type('🦖'.repeat(100))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[CK14] what is too long is not searched, a cancelled question keeps what was typed, and a broadcast begins in its field', async () => {
  const { settle } = openPalette()
  type('x'.repeat(120))
  await settle()
  expect(screen.queryByText('Loading players…')).toBeNull()
  type('corpses')
  press('ArrowDown')
  press('Enter')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(field().value).toBe('corpses')
  type('broadcast')
  press('Enter')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Broadcast message' }))
})

test('[PW40] nothing found suggests what to try; players who are offline are found by the hub', {
  tags: 'slow',
}, async () => {
  openPalette()
  type('qqqq')
  expect((await screen.findByText('Nothing found for “qqqq”.')).nextSibling?.textContent).toMatch(/Try a name/)
  type('gonz')
  expect(await screen.findByRole('option', { name: /Gonzo Offline/ })).toBeDefined()
})

test('[PW41] a harmless action is sent at once, a harmful one after a question that can be cancelled', async () => {
  const { sent } = openPalette()
  type('heal rex')
  press('Enter')
  expect(sent).toMatchObject([{ name: healPlayer.name, input: { target: rex } }])
  await sent[0]?.answer(refusal('tooFast', 'Too many commands. Wait a moment.'))
  expect(screen.getByRole('alert').textContent).toContain('Too many commands.')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  type('corpses')
  press('ArrowDown')
  press('Enter')
  const question = screen.getByRole('dialog', { name: 'Wipe corpses?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(sent).toHaveLength(1)
  type('corpses')
  press('ArrowDown')
  press('Enter')
  fireEvent.click(screen.getByRole('button', { name: 'Wipe corpses' }))
  expect(sent[1]?.name).toBe(wipeCorpses.name)
})

test('[PW42] while the game link is down, actions in the game say so', () => {
  openPalette({ link: 'down' })
  type('message rex')
  expect(screen.getByRole('option', { name: /Message Rex… The game link is down\./ })).toBeDefined()
})

test('[PW43] guests find pages and the ways to sign in, and no action', () => {
  openPalette({ setup: { hello: {} } })
  expect(optionNames()).toEqual(expect.arrayContaining(['Sign in with Steam', 'Live Map', 'Theme: Night']))
  expect(screen.queryByRole('group', { name: 'Actions' })).toBeNull()
  type('kikc')
  expect(optionNames()).toEqual([])
})

test('[PW1939] a dinosaur of the shop is found by its name, is not listed before, and opens in the shop', () => {
  const documents = [given(catalogue, catalogueKey, { changes: { troodon: { isOn: false } } })]
  const { address } = openPalette({ setup: { hello: signedIn('player'), documents } })
  expect(optionNames().some((name) => name?.includes('Triceratops'))).toBe(false)
  type('troodon')
  expect(optionNames()).toEqual([])
  type('trice')
  expect(optionNames()).toEqual(['Triceratops In the shop'])
  expect(screen.getByRole('group', { name: 'Shop' })).toBeDefined()
  press('Enter')
  expect(address()).toBe('/shop?item=triceratops')
})

test('[PW44] the focus returns to the control that had it, and to the page where none had it', () => {
  const { opener } = openPalette()
  const close = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  close()
  expect(document.activeElement).toBe(opener)
  opener.blur()
  fireEvent.click(opener)
  close()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('[RWB4] a broadcast that was typed with its text opens with it, and is sent only after the question', () => {
  const { sent } = openPalette()
  type('broadcast Restart soon')
  press('Enter')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Broadcast message' }).value).toBe('Restart soon')
  fireEvent.click(screen.getByRole('button', { name: 'Broadcast' }))
  expect(screen.getByRole('button', { name: 'Send broadcast' })).toBeDefined()
  expect(sent).toEqual([])
})

test('[RWB7] a broadcast that cannot be sent says why at its field, which takes the focus', () => {
  openPalette()
  type('broadcast')
  press('Enter')
  screen.getByRole('button', { name: 'Broadcast' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Broadcast' }))
  expect(screen.getByText('❌ Please enter a message')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Broadcast message' }))
})

test('[BG3] the palette offers to give currency only where that is switched on', () => {
  for (const realCurrency of [true, false]) {
    const { unmount } = renderScreen(<Page />, {
      hello: signedIn('admin'),
      documents: [given(server, mainServer, { readAt: screenNow, features: { realCurrency } })],
    })
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'give currency' } })
    expect(screen.queryAllByText(/Give currency to/).length > 0).toBe(realCurrency)
    unmount()
  }
})

test('[PW2171] where another account signs in while a command has no answer, the palette searches again and closes', async () => {
  const { sent, sayHello } = openPalette()
  const close = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  type('corpses')
  press('ArrowDown')
  press('Enter')
  fireEvent.click(screen.getByRole('button', { name: 'Wipe corpses' }))
  expect(screen.getByRole('button', { name: 'Sending…' })).toBeDefined()
  sayHello(signedIn('admin', 'ben'))
  await sent[0]?.answer(refusal('notSent', 'Not sent: a different account is signed in now.'))
  expect(screen.queryByText(/Sending…|Not sent/)).toBeNull()
  type('heal rex')
  press('Enter')
  expect(screen.getByText('Heal Rex: Sending…')).toBeDefined()
  sayHello(signedIn('admin', 'ann'))
  expect(document.activeElement).toBe(field())
  // Neither is sent again, nor shown to the account that has come back.
  sayHello(signedIn('admin', 'ben'))
  expect(sent.map(({ name }) => name)).toEqual([wipeCorpses.name, healPlayer.name])
  expect(screen.queryByText(/Sending…/)).toBeNull()
  close()
  expect(screen.queryByRole('dialog')).toBeNull()
})

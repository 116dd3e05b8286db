// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Role } from '../../../shared/engine/permissions.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { changeInformation } from '../../../shared/features/information/commands.ts'
import { information, informationHistory, informationTabs } from '../../../shared/features/information/information.ts'
import { joinDetails } from '../../../shared/features/server/queries.ts'
import { server } from '../../../shared/features/server/server.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { InformationScreen } from './InformationScreen.tsx'

type Text = z.input<typeof information.schema>

const open = (role: Role, { tab = 'server', text = {} as Text, former = {}, status = {} } = {}) =>
  renderScreen(<InformationScreen />, {
    hello: signedIn(role),
    path: `/information?tab=${tab}`,
    documents: [
      ...informationTabs.map((key) => given(information, key, key === tab ? text : {})),
      given(informationHistory, tab, { former }),
      given(economySettings, '', {}),
      given(server, mainServer, {
        readAt: screenNow,
        name: 'Isla Test',
        map: 'Gateway',
        playerCount: 47,
        maxPlayers: 100,
        link: { name: 'up' },
        ...status,
      }),
    ],
    queries: [
      answering(joinDetails, () => ({ address: 'play.example:16006', gameMode: '3X growth', discordInvite: null })),
    ],
  })
const write = (text: string) => fireEvent.change(screen.getByLabelText('Text'), { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('[IP13] five tabs, with what the hub knows live above the text', async () => {
  const { settle } = open('player')
  await settle()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Server Info',
    'Game Guides',
    'Economy',
    'Community',
    'Technical',
  ])
  const facts = within(screen.getByRole('region', { name: 'Live from the server' }))
  for (const text of ['Isla Test', 'Gateway', '47 of 100', '3X growth', 'play.example:16006'])
    expect(facts.getByText(text)).toBeDefined()
  expect(facts.getByText('6 carnivores or 12 herbivores')).toBeDefined()
  // A real hub invents no plan of restarts.
  expect(facts.queryByText('Planned restart')).toBeNull()
  fireEvent.click(screen.getByRole('tab', { name: 'Economy' }))
  expect(screen.getByText('5%')).toBeDefined()
  fireEvent.click(screen.getByRole('tab', { name: 'Community' }))
  for (const name of ['Predator', 'Night Hunt', 'Migration Madness', 'Screenshot Contests'])
    expect(screen.getByText(name)).toBeDefined()
  fireEvent.click(screen.getByRole('tab', { name: 'Technical' }))
  expect(screen.getByText('Your browser')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
})

test('[IP14] an owner edits a text with a preview, saves it, and undoes it from the toast', {
  tags: 'slow',
}, async () => {
  const { sent } = open('owner', { text: { text: 'Old.', version: 3, changedAt: screenNow } })
  press('Edit Server Info')
  await screen.findByLabelText('Text')
  write('# New\n\n[bad](javascript:x)')
  const preview = within(await screen.findByTestId('preview'))
  expect(await preview.findByRole('heading', { name: 'New' })).toBeDefined()
  expect((await screen.findByRole('alert')).textContent).toContain('Left without a link: javascript:x')
  press('Save')
  expect(sent).toMatchObject([
    { name: changeInformation.name, input: { tab: 'server', text: '# New\n\n[bad](javascript:x)', version: 3 } },
  ])
  await sent[0]?.answer({ ok: true, output: { version: 4 }, seq: 1 })
  fireEvent.click(screen.getByRole('button', { name: /Undo/ }))
  expect(sent[1]).toMatchObject({ input: { tab: 'server', text: 'Old.', version: 4 } })
})

test('[IP1903] an owner is asked to check a text that came with the hub, and players are not', () => {
  const asked = () => screen.queryByText(/^This text came with the hub\. Check that it is true for your server/)
  for (const [role, text, isAsked] of [
    ['owner', null, true],
    ['owner', 'Our own.', false],
    ['player', null, false],
  ] as const) {
    const { unmount } = open(role, { text: { text } })
    expect([role, text, asked() !== null]).toEqual([role, text, isAsked])
    unmount()
  }
})

test('[IP800] the undo of a saved text says whether it was done: the editor is gone by then', async () => {
  for (const [answer, shown] of [
    [refusal('overtaken', 'Someone else saved this text.'), 'Someone else saved this text.'],
    [{ ok: true, output: { version: 5 }, seq: 2 }, 'Undone. The earlier text is back.'],
  ] as const) {
    const { sent, unmount } = open('owner', { text: { text: 'Old.', version: 3 } })
    press('Edit Server Info')
    await screen.findByLabelText('Text')
    write('New.')
    press('Save')
    await sent[0]?.answer({ ok: true, output: { version: 4 }, seq: 1 })
    fireEvent.click(screen.getByRole('button', { name: /Undo/ }))
    await sent[1]?.answer(answer)
    expect(screen.getByText(shown)).toBeDefined()
    unmount()
  }
})

test('[IP801] a text that is being written survives a look at another tab; cancelled or saved it is forgotten', async () => {
  const { sent } = open('owner', { text: { text: 'Old.', version: 3 } })
  const shown = () => (screen.getByLabelText('Text') as HTMLTextAreaElement).value
  const edit = async () => {
    press('Edit Server Info')
    await screen.findByLabelText('Text')
  }
  await edit()
  write('An hour of writing.')
  fireEvent.click(screen.getByRole('tab', { name: 'Economy' }))
  fireEvent.click(screen.getByRole('tab', { name: 'Server Info' }))
  await screen.findByLabelText('Text')
  expect(shown()).toBe('An hour of writing.')
  press('Cancel')
  await edit()
  expect(shown()).toBe('Old.')
  write('Another hour.')
  press('Save')
  await sent[0]?.answer({ ok: true, output: { version: 4 }, seq: 1 })
  await edit()
  expect(shown()).toBe('Old.')
})

test('[IP802] when another owner saved while the writer looked elsewhere, the kept text does not overwrite theirs', async () => {
  const { unmount } = open('owner', { text: { text: 'Old.', version: 3 } })
  press('Edit Server Info')
  await screen.findByLabelText('Text')
  write('Mine.')
  unmount()
  const { sent } = open('owner', { text: { text: 'Theirs.', version: 4, changedAt: screenNow } })
  press('Edit Server Info')
  const field = (await screen.findByLabelText('Text')) as HTMLTextAreaElement
  expect(field.value).toBe('Mine.')
  expect(screen.getByText('Someone else saved this text')).toBeDefined()
  press('Save')
  expect(sent).toEqual([])
  press('Use theirs')
  expect(field.value).toBe('Theirs.')
})

test('[IP15] when another owner saves first, nothing is sent until the editor decides; both texts stay', async () => {
  const { sent, change } = open('owner', { text: { text: 'Old.', version: 3 } })
  press('Edit Server Info')
  await screen.findByLabelText('Text')
  write('Mine.')
  change(given(information, 'server', { text: 'Theirs.', version: 4, changedAt: screenNow }))
  expect(screen.getByText('Someone else saved this text')).toBeDefined()
  expect(screen.getByText('Theirs.')).toBeDefined()
  press('Save')
  expect(sent).toEqual([])
  press('Keep mine')
  expect((screen.getByLabelText('Text') as HTMLTextAreaElement).value).toBe('Mine.')
  press('Save')
  expect(sent).toMatchObject([{ input: { text: 'Mine.', version: 4 } }])
})

test('[IP16] a former text is loaded into the editor, or restored', async () => {
  const former = { 1: { text: null, until: screenNow }, 2: { text: '# Second\n\nx', until: screenNow } }
  const { sent } = open('owner', { text: { text: 'Third.', version: 3 }, former })
  press('Edit Server Info')
  await screen.findByLabelText('Text')
  const rows = within(screen.getByRole('list', { name: 'Earlier versions' }))
  const [load] = rows.getAllByRole('button', { name: 'Load into the editor' })
  fireEvent.click(load as HTMLElement)
  expect((screen.getByLabelText('Text') as HTMLTextAreaElement).value).toBe('# Second\n\nx')
  const [, restore] = rows.getAllByRole('button', { name: 'Restore' })
  fireEvent.click(restore as HTMLElement)
  expect(sent).toMatchObject([{ input: { text: null, version: 3 } }])
})

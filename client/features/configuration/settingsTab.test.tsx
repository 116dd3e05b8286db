// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { auditHead } from '../../../shared/engine/auditHead.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { permissionsOf } from '../../../shared/engine/permissions.ts'
import { type AuditLine, searchAudit } from '../../../shared/features/audit/queries.ts'
import { checkConnections } from '../../../shared/features/connections/commands.ts'
import { connections } from '../../../shared/features/connections/connections.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { postSettings, testPost } from '../../../shared/features/notifications/posts.ts'
import { HubFeatures } from '../../../shared/features/server/hubFeatures.ts'
import { configuration, type HubVariable } from '../../../shared/features/server/queries.ts'
import { latestChanges, undoSetting } from '../../../shared/features/settings/changes.ts'
import { changeHubText, setSwitch } from '../../../shared/features/settings/commands.ts'
import { hubSettings } from '../../../shared/features/settings/hubSettings.ts'
import { setupGuide, showSetupGuide } from '../../../shared/features/settings/setupGuide.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { SettingsTab } from './SettingsTab.tsx'

const variable = (name: string, more: Partial<HubVariable> = {}): HubVariable => ({
  name,
  group: 'hub',
  about: `About ${name}.`,
  isHidden: false,
  isSet: false,
  value: null,
  ...more,
})

const change = (id: string, from: string, to: string): AuditLine => ({
  key: id,
  seq: 1,
  at: screenNow,
  kind: 'settings',
  act: 'settings.change',
  did: 'changed the market from {from} to {to}',
  order: null,
  by: 'olga',
  byName: 'Olga',
  role: 'owner',
  elevated: false,
  target: null,
  detail: { name: 'the market', from, to, change: id, setting: 'settings.switch.market' },
  delivery: null,
  outcome: null,
  address: null,
  session: null,
  agent: null,
})

interface Opened {
  readonly dismissedAt?: number | null
  readonly variables?: readonly HubVariable[]
}

function open(settings: object = {}, { dismissedAt = null, variables = [] }: Opened = {}) {
  const undoable = {
    setting: 'settings.switch.market',
    name: 'the market',
    from: 'on',
    to: 'off',
    at: 1,
    before: true,
    after: false,
  }
  const screenWithToasts = (
    <>
      <SettingsTab />
      <Toasts />
    </>
  )
  return renderScreen(screenWithToasts, {
    hello: signedIn('owner'),
    documents: [
      given(hubSettings, '', settings),
      given(setupGuide, '', { dismissedAt }),
      given(connections, mainServer, {}),
      given(postSettings, '', {}),
      given(latestChanges, '', { changes: { c2: undoable } }),
      given(auditHead, '', {}),
      given(deliveries, mainServer, {}),
    ],
    queries: [
      answering(configuration, () => ({
        realData: false,
        features: HubFeatures.parse({}),
        environment: 'demo' as const,
        variables: [
          variable('COMMUNITY_NAME', { isSet: true, value: 'Isla' }),
          variable('REDIS_URL', { isHidden: true, isSet: true }),
          variable('PORT', { value: '8080' }),
          ...variables,
        ],
      })),
      answering(searchAudit, () => ({
        lines: [change('c2', 'on', 'off'), change('c1', 'off', 'on')],
        next: null,
        searchedTo: null,
      })),
    ],
  })
}

test('[CFG1] a text says where its value comes from and which goes first; saving sends what was seen', async () => {
  const { sent, change: changed } = open({ communityName: 'Isla Verde' })
  const form = within(await screen.findByRole('form', { name: 'Community name' }))
  expect(
    form.getByText(/Set here, which takes precedence. COMMUNITY_NAME in the environment says “Isla”/),
  ).toBeDefined()
  const field = form.getByRole('textbox') as HTMLInputElement
  fireEvent.change(field, { target: { value: 'x'.repeat(61) } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(sent).toEqual([])
  fireEvent.change(field, { target: { value: 'Isla Roja' } })
  // Another owner saves meanwhile.
  changed(given(hubSettings, '', { communityName: 'Isla Azul' }))
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(sent[0]).toMatchObject({
    name: changeHubText.name,
    input: { text: 'communityName', to: 'Isla Roja', seen: 'Isla Verde' },
  })
  await sent[0]?.answer({ ok: false, code: 'changedSince', message: 'Someone else changed this.' })
  expect([form.getByText('Someone else changed this.'), field.value]).toMatchObject([expect.anything(), 'Isla Roja'])
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(sent[1]).toMatchObject({ input: { to: 'Isla Roja', seen: 'Isla Azul' } })
  await sent[1]?.answer({ ok: true, output: { change: 'c9' }, seq: 1 })
  fireEvent.click(form.getByRole('button', { name: 'Reset: Community name' }))
  expect(sent[2]).toMatchObject({ input: { to: null, seen: 'Isla Azul' } })
})

test('[CFG700] what is typed while a text is being saved stays in its field', { tags: 'slow' }, async () => {
  const { sent, change: changed } = open()
  const form = within(await screen.findByRole('form', { name: 'Text for new players' }))
  const field = form.getByRole<HTMLTextAreaElement>('textbox')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const save = () => fireEvent.click(form.getByRole('button', { name: 'Save' }))
  type('Rule 1.')
  save()
  type('Rule 1. Rule 2.')
  changed(given(hubSettings, '', { joinText: 'Rule 1.' }))
  await sent[0]?.answer({ ok: true, output: { change: 'c1' }, seq: 1 })
  expect(field.value).toBe('Rule 1. Rule 2.')
  save()
  expect(sent[1]).toMatchObject({ input: { to: 'Rule 1. Rule 2.', seen: 'Rule 1.' } })
  changed(given(hubSettings, '', { joinText: 'From the hub.' }))
  await sent[1]?.answer({ ok: true, output: { change: 'c2' }, seq: 2 })
  expect(field.value).toBe('From the hub.')
})

test('[CFG2] a feature is switched off, and the history undoes only what can still be undone', async () => {
  const { sent } = open({ off: { gifts: 1 } })
  const market = await screen.findByRole('switch', { name: 'The market' })
  expect(market.getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('switch', { name: 'Gifts between players' }).getAttribute('aria-checked')).toBe('false')
  fireEvent.click(market)
  expect(sent[0]).toMatchObject({ name: setSwitch.name, input: { name: 'market', isOn: false } })
  const table = within(await screen.findByRole('table', { name: 'Changes, newest first' }))
  expect(table.getByText(/changed the market from “on” to “off”/)).toBeDefined()
  const [undo, ...others] = table.getAllByRole('button', { name: /^Undo/ })
  expect(others).toEqual([])
  fireEvent.click(undo as HTMLElement)
  expect(sent[1]).toMatchObject({ name: undoSetting.name, input: { change: 'c2' } })
  await sent[1]?.answer({ ok: false, code: 'changedSince', message: 'This has been changed again since, to on.' })
  expect(screen.getByText('This has been changed again since, to on.')).toBeDefined()
})

test('[CFG2402] an undo that needs a permission which the reader lacks is not offered', async () => {
  const { change: changed, sayHello } = open()
  const buttons = () => screen.queryAllByRole('button', { name: /^Undo/ })
  await screen.findByRole('table', { name: 'Changes, newest first' })
  const kept = { setting: 'economy.market', name: 'the market', from: 'on', to: 'off', at: 1, before: 1, after: 2 }
  changed(given(latestChanges, '', { changes: { c2: { ...kept, alsoNeeds: ['addCurrency'] } } }))
  expect(buttons()).toHaveLength(1)
  const may = permissionsOf.owner.filter((permission) => permission !== 'addCurrency')
  sayHello({ ...signedIn('owner'), may })
  expect(buttons()).toEqual([])
})

test('[CFG2537] a former release did not keep what an undo needs: of the settings of the economy it is offered to those who may give currency', async () => {
  const { change: changed, sayHello } = open()
  const buttons = () => screen.queryAllByRole('button', { name: /^Undo/ })
  await screen.findByRole('table', { name: 'Changes, newest first' })
  const kept = (setting: string) => ({ setting, name: 'it', from: 'on', to: 'off', at: 1, before: 1, after: 2 })
  const may = permissionsOf.owner.filter((permission) => permission !== 'addCurrency')
  sayHello({ ...signedIn('owner'), may })
  changed(given(latestChanges, '', { changes: { c2: kept('economy.market') } }))
  expect(buttons()).toEqual([])
  changed(given(latestChanges, '', { changes: { c2: kept('friends.teleports') } }))
  expect(buttons()).toHaveLength(1)
  sayHello(signedIn('owner'))
  changed(given(latestChanges, '', { changes: { c2: kept('economy.market') } }))
  expect(buttons()).toHaveLength(1)
})

test('[CFG5] an undo in a toast that is refused says so', async () => {
  const { sent } = open()
  fireEvent.click(await screen.findByRole('switch', { name: 'The market' }))
  await sent[0]?.answer({ ok: true, output: { change: 'c9' }, seq: 1 })
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(sent[1]).toMatchObject({ name: undoSetting.name, input: { change: 'c9' } })
  await sent[1]?.answer({ ok: false, code: 'changedSince', message: 'This has been changed again since, to on.' })
  expect(await screen.findByText('This has been changed again since, to on.')).toBeDefined()
})

test('[CFG3] of the environment names and states are shown, and no value that is hidden', async () => {
  open()
  const rows = within(await screen.findByRole('table', { name: 'The hub', hidden: true })).getAllByRole('row', {
    hidden: true,
  })
  const texts = rows.slice(1).map(({ textContent }) => textContent)
  expect(texts).toEqual([
    'COMMUNITY_NAMEAbout COMMUNITY_NAME.SetIsla',
    'REDIS_URLAbout REDIS_URL.SetHidden',
    'PORTAbout PORT.Not set8080 (default)',
  ])
})

test('[CFG4] the guide is hidden and shown again, and its button has the connections tried', async () => {
  const { sent, change: changed } = open()
  expect(await screen.findByText(/0 of 12 done|of 12 done/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Try: Game server', hidden: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Hide the guide' }))
  expect(sent).toMatchObject([
    { name: checkConnections.name, input: { server: mainServer } },
    { name: showSetupGuide.name, input: { isShown: false } },
  ])
  changed(given(setupGuide, '', { dismissedAt: 5 }))
  expect(screen.queryByText(/of 12 done/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show the setup guide' }))
  expect(sent[2]).toMatchObject({ input: { isShown: true } })
})

test.each([
  [200, 'The hub answers at this address, and can save data.'],
  [404, 'Your web server keeps /health from the public, as it should. This page reaches the hub through it.'],
  [502, "The hub doesn't answer. Check that it runs, and what your web server's log says."],
  [503, 'The hub reports a problem. Open /health and its log.'],
])(
  '[CFG1908] a trial of the public address that is answered with %i says whose answer that is',
  async (status, text) => {
    vi.stubGlobal('fetch', async () => new Response('', { status }))
    onTestFinished(() => void vi.unstubAllGlobals())
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Try: Public address', hidden: true }))
    expect(await screen.findByText(text)).toBeDefined()
  },
)

test('[CFG6] a test post says that its outcome comes, then how it went and when; the same outcome again has another time', async () => {
  const { sent, change: changed } = open({}, { variables: [variable('WEBHOOK_URL', { isHidden: true, isSet: true })] })
  const problem = 'It could not be reached. The hub will try again.'
  const post = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Post a test', hidden: true }))
    await sent.at(-1)?.answer({ ok: true, output: {}, seq: 1 })
  }
  const waiting = () => screen.queryByText('On its way. The outcome appears here.')
  const told = () => screen.getByText(/^Last tried:/).querySelector('time')?.dateTime
  await post()
  expect([sent[0]?.name, waiting()]).toEqual([testPost.name, expect.anything()])
  changed(given(postSettings, '', { last: { webhook: { at: screenNow, problem } } }))
  expect(waiting()).toBeNull()
  expect(screen.getByText(/Your webhook did not accept the last post. It could not be reached/)).toBeDefined()
  const first = told()
  await post()
  expect(waiting()).not.toBeNull()
  changed(given(postSettings, '', { last: { webhook: { at: screenNow + 4_000, problem } } }))
  expect(waiting()).toBeNull()
  expect(told()).not.toBe(first)
  expect(screen.getByText(/^Last tried:/).textContent).toMatch(/\d\d:\d\d:\d\d$/)
})

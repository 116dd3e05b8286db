import { expect, test } from 'vitest'
import type { CheckedConnection, Finding } from '../../../shared/features/connections/connections.ts'
import type { HubConfiguration } from '../../../shared/features/server/queries.ts'
import { isStepDone, type SetupFacts, setupSteps, stepState } from './setupSteps.ts'

const names = [
  'EVRIMA_HOST',
  'GAME_LOG',
  'MOD_BRIDGE',
  'HOST_PANEL_URL',
  'OWNER_STEAM_IDS',
  'OWNER_KEY_HASH',
  'PUBLIC_URL',
  'STEAM_API_KEY',
  'DISCORD_CLIENT_ID',
  'GAME_ADDRESS',
  'DISCORD_WEBHOOK_URL',
  'WEBHOOK_URL',
  'PUSH_CONTACT',
  'REDIS_URL',
]
const variables = (...set: string[]): HubConfiguration['variables'] =>
  names.map((name) => ({ name, group: 'hub', about: '', isHidden: true, isSet: set.includes(name), value: null }))

const result = (state: Finding['state']): CheckedConnection => ({
  place: null,
  findings: [{ state, says: `It is ${state}.`, mend: null, add: null }],
  checkedAt: 1,
})
const all = (state: Finding['state']) => ({
  rcon: result(state),
  log: result(state),
  mod: result(state),
  host: result(state),
})

const steps = (facts: Partial<SetupFacts>, ...set: string[]) =>
  setupSteps({
    configuration: { environment: 'production', variables: variables(...set) },
    checked: all('good'),
    origin: 'https://hub.example.org',
    backups: [{ verified: { state: 'tried', at: 1, why: null } }],
    posts: {},
    ...facts,
  })
const states = (facts: Partial<SetupFacts>, ...set: string[]) =>
  Object.fromEntries(steps(facts, ...set).map((step) => [step.key, stepState(step)]))

test('[CFG11] the steps come in the order of what they are worth, and all are done when all is set and works', () => {
  expect(steps({}).map(({ key }) => key)).toEqual([
    'rcon',
    'owner',
    'address',
    'signIn',
    'join',
    'log',
    'mod',
    'host',
    'backups',
    'webhook',
    'push',
    'redis',
  ])
  const posted = { at: 1, problem: null }
  expect(steps({ posts: { discord: posted, webhook: posted } }, ...names).every(isStepDone)).toBe(true)
  expect(
    steps({})
      .filter(isStepDone)
      .map(({ key }) => key),
  ).toEqual(['rcon', 'log', 'mod', 'host', 'backups'])
})

test('[CFG12] each step that is not done says what to do, and gives the lines to copy or the place to go', () => {
  for (const step of [
    ...steps({ checked: all('absent'), backups: [] }),
    ...steps({ origin: 'http://hub.example.org' }),
  ]) {
    if (isStepDone(step) || ['rcon', 'log', 'mod', 'host'].includes(step.key)) continue
    const told = (step.findings ?? []).filter(({ state }) => state !== 'good')
    expect([step.key, told.every(({ mend }) => mend !== null)]).toEqual([step.key, true])
    const isHelped = told.some(({ add }) => add !== null) || step.place !== undefined || step.key === 'push'
    expect([step.key, isHelped]).toEqual([step.key, true])
  }
})

test('[CFG13] what is not checked yet is neither done nor missing; a problem is shown as one', () => {
  expect(states({ checked: null, backups: null })).toMatchObject({
    rcon: null,
    log: null,
    mod: null,
    host: null,
    backups: null,
  })
  expect(states({ checked: all('bad') })).toMatchObject({ rcon: 'bad', log: 'bad' })
  expect(states({ backups: [{ verified: { state: 'bad', at: 1, why: 'It is cut off.' } }] }).backups).toBe('bad')
  expect(states({ origin: 'http://hub.example.org' }, 'PUBLIC_URL')).toMatchObject({ address: 'warning', push: 'bad' })
  expect(states({ origin: 'http://127.0.0.1:8080' }).push).toBe('warning')
})

test('[CFG14] in a demo the result of the simulator is shown, and the step of the own server is not done by it', () => {
  const configuration = { environment: 'demo' as const, variables: variables() }
  const [rcon] = steps({ configuration })
  expect(rcon && [stepState(rcon), rcon.findings?.length]).toEqual(['absent', 3])
  expect(rcon?.findings?.[0]).toMatchObject({
    says: expect.stringMatching(/^This is a demo:/),
    add: { file: '.env', lines: expect.arrayContaining(['EVRIMA_HOST=203.0.113.10']) },
  })
})

test('[CFG15] a step has the time of its last try; a post that a channel did not take is a problem with its reason', () => {
  const stepOf = (key: string, facts: Partial<SetupFacts>, ...set: string[]) =>
    steps(facts, ...set).find((step) => step.key === key)
  expect(stepOf('rcon', {})?.triedAt).toBe(1)
  expect(stepOf('rcon', { checked: null })?.triedAt).toBeNull()
  const taken = { at: 5, problem: null }
  const lost = { at: 7, problem: 'It could not be reached. The hub will try again.' }
  const webhook = (posts: SetupFacts['posts'], ...set: string[]) => stepOf('webhook', { posts }, ...set)
  expect(webhook({ discord: taken }, 'DISCORD_WEBHOOK_URL')).toMatchObject({
    triedAt: 5,
    findings: [{ state: 'good' }],
  })
  const both = webhook({ discord: taken, webhook: lost }, 'DISCORD_WEBHOOK_URL', 'WEBHOOK_URL')
  expect(both && [stepState(both), both.triedAt, both.findings?.[1]?.says]).toEqual([
    'bad',
    7,
    'Your webhook did not accept the last post. It could not be reached. The hub will try again.',
  ])
  // A channel that is no longer set says nothing.
  expect(webhook({ webhook: lost })).toMatchObject({ triedAt: null, trial: null, findings: [{ state: 'absent' }] })
})

test('[CFG1901] the address at which players join is a step of the guide: without it no page offers to join', () => {
  const join = (...set: string[]) => steps({}, ...set).find(({ key }) => key === 'join')
  expect(join()?.findings).toMatchObject([{ state: 'absent', add: { lines: ['GAME_ADDRESS=play.example.org:16006'] } }])
  expect(join('GAME_ADDRESS')?.findings).toMatchObject([{ state: 'good' }])
})

test('[CFG1904] a channel to which nothing was posted yet is not done: its address may be refused', () => {
  const channel = (posts: SetupFacts['posts']) => states({ posts }, 'WEBHOOK_URL').webhook
  expect(channel({})).toBe('warning')
  expect(channel({ webhook: { at: 1, problem: 'Its address is in a private network.' } })).toBe('bad')
  expect(channel({ webhook: { at: 1, problem: null } })).toBe('good')
})

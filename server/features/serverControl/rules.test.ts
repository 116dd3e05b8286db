// One file because it tells one story: what staff order, when it is carried out, and what the log says of it.
import { expect, test } from 'vitest'
import { banPlayer, growPlayer, runConsole, setToggle } from '../../../shared/features/deliveries/commands.ts'
import { settle as settleDelivery } from '../../../shared/features/deliveries/followUpCommands.ts'
import { beginAttempt, endAttempt, moveToManual } from '../../../shared/features/deliveries/hubCommands.ts'
import { reportRoster } from '../../../shared/features/roster/commands.ts'
import * as commands from '../../../shared/features/serverControl/commands.ts'
import { readServerLog } from '../../../shared/features/serverControl/serverLog.ts'
import { undoSetting } from '../../../shared/features/settings/changes.ts'
import { timerBucketOf, timers } from '../../engine/schedule.ts'
import { inSession, person } from '../../testing/principals.ts'
import { entryOf } from '../deliveries/testing/openDeliveries.ts'
import { openControl } from './testing/openControl.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** 04:00 UTC of the first day. */
const four = Date.UTC(2026, 0, 1, 4)
const daily = { schedule: { zone: 'UTC', apartMinutes: 0 } }

test('[SVC1] a scheduled restart is at 04:00 by default, warned of 30, 15, 5 and 1 minutes before on every page and in the game, and ordered once', {
  tags: 'slow',
}, async () => {
  const { ask, control, notices, said, ordered, pass, passMinutes, clock } = await openControl()
  expect(await ask(commands.scheduleRestarts, daily)).toMatchObject({ nextAt: four })
  await passMinutes(209)
  expect([notices().restart, said()]).toEqual([null, []])
  await passMinutes(1)
  expect(notices().restart).toEqual({ at: four, from: four, reason: '' })
  await passMinutes(30)
  const minutes = ['30 minutes', '15 minutes', '5 minutes', '1 minute']
  expect(said()).toEqual(minutes.map((left) => `Server restarts in ${left}.`))
  expect(ordered('restart')).toHaveLength(1)
  expect(ordered('restart')[0]).toMatchObject({ by: 'restarts', queuedAt: four, state: 'queued' })
  expect(notices().restart).toBeNull()
  expect(control().past).toMatchObject([{ at: four, outcome: 'ordered', delivery: ordered('restart')[0]?.id }])
  expect(control().next?.at).toBe(four + 24 * hourMs)
  await pass(12 * hourMs)
  expect(ordered('restart')).toHaveLength(1)
  expect(clock.now()).toBe(four + 12 * hourMs)
})

test.each([
  [{ every: 'weekly' }, Date.UTC(2026, 0, 4, 4)],
  [{ every: 'weekly', weekday: 3, time: '05:30' }, Date.UTC(2026, 0, 7, 5, 30)],
  [{ every: 'custom', rule: '0 6,18 * * *' }, Date.UTC(2026, 0, 1, 6)],
  [{ time: '04:00', zone: 'America/New_York' }, Date.UTC(2026, 0, 1, 9)],
] as const)(
  '[SVC2] the schedule %j is next due at its wall time, on Sunday where no weekday is given',
  async (given, at) => {
    const { ask } = await openControl()
    expect(await ask(commands.scheduleRestarts, { schedule: { zone: 'UTC', ...given } })).toMatchObject({ nextAt: at })
  },
)

test.each([
  [{ every: 'custom', rule: '0 4 30 2 *' }, 'neverFires', 'No date ever matches "0 4 30 2 *"'],
  [{ every: 'custom', rule: 'at four' }, 'badRule', '"at four" is not a complete rule'],
  [{ every: 'custom', rule: '*/10 * * * *' }, 'tooOften', 'every 10 min. Leave at least 60'],
  [{ zone: 'Europe/Atlantis' }, 'badZone', '"Europe/Atlantis" is not a time zone'],
  [{ zone: '+02:00' }, 'badZone', 'Europe/Berlin'],
] as const)('[SVC3] the schedule %j is refused with %s and what is wrong', async (given, code, words) => {
  const { ask, control } = await openControl()
  const answer = await ask(commands.scheduleRestarts, { schedule: { zone: 'UTC', ...given } })
  expect(answer).toMatchObject({ code, message: expect.stringContaining(words) })
  expect(control().schedule).toBeNull()
})

test('[SVC4] the preview has the next five restarts, with what a change of clocks does to them', async () => {
  const { hub, clock } = await openControl()
  clock.pass(86 * 24 * hourMs)
  const answer = await hub.query(inSession(person('olga', 'owner')), {
    name: commands.previewRestarts.name,
    input: { time: '02:30', zone: 'Europe/Berlin' },
  })
  expect(answer).toMatchObject({ ok: true })
  const { runs } = (answer as { output: { runs: { wall: string; change: string | null; oddity: string | null }[] } })
    .output
  expect(runs.map(({ wall, oddity }) => [wall, oddity])).toEqual([
    ['2026-03-28T02:30', null],
    ['2026-03-29T03:00', 'skipped'],
    ['2026-03-30T02:30', null],
    ['2026-03-31T02:30', null],
    ['2026-04-01T02:30', null],
  ])
  expect(runs[1]?.change).toBe('forward')
})

test('[SVC5] a skipped restart does not happen, players who were warned learn it, and the one after it stays; a late press skips no other one', async () => {
  const { ask, control, said, ordered, passMinutes, notices } = await openControl()
  await ask(commands.scheduleRestarts, daily)
  await passMinutes(230)
  expect(await ask(commands.skipNextRestart, { at: four + 24 * hourMs })).toMatchObject({ code: 'gone' })
  expect(await ask(commands.skipNextRestart, { at: four })).toEqual({})
  expect(notices().restart).toBeNull()
  await passMinutes(10)
  expect(ordered('restart')).toEqual([])
  expect(said().at(-1)).toBe('The restart of the server is cancelled.')
  expect(control()).toMatchObject({
    past: [{ outcome: 'skipped' }],
    next: { at: four + 24 * hourMs, isSkipped: false },
  })
})

test('[SVC6] a skipped restart that is taken back happens, warned of again', async () => {
  const { ask, said, ordered, passMinutes } = await openControl()
  await ask(commands.scheduleRestarts, daily)
  await passMinutes(5)
  await ask(commands.skipNextRestart, { at: four })
  await passMinutes(220)
  await ask(commands.skipNextRestart, { at: four, isSkipped: false })
  await passMinutes(15)
  expect(said()[0]).toBe('Server restarts in 15 minutes.')
  expect(ordered('restart')).toHaveLength(1)
})

test('[SVC80] a restart that is skipped while it waits for an empty server can be taken back until its limit, warned of at once', {
  tags: 'slow',
}, async () => {
  const { ask, control, said, ordered, passMinutes, reads, notices } = await openControl()
  await ask(commands.scheduleRestarts, { schedule: { zone: 'UTC', apartMinutes: 0, waitMinutes: 20 } })
  await passMinutes(240)
  await reads({ playerCount: 3 })
  await passMinutes(3)
  await ask(commands.skipNextRestart, { at: four })
  await passMinutes(2)
  expect([control().next, notices().restart]).toMatchObject([{ at: four, isSkipped: true }, null])
  expect(await ask(commands.skipNextRestart, { at: four, isSkipped: false })).toEqual({})
  await passMinutes(1)
  expect(said().slice(-2)).toEqual(['The restart of the server is cancelled.', 'Server restarts in 15 minutes.'])
  await passMinutes(14)
  expect(ordered('restart')).toHaveLength(1)
  // Skipped and left so, it is over at its limit, and the one of the next day comes.
  await passMinutes(24 * 60 - 10)
  await ask(commands.skipNextRestart, { at: four + 24 * hourMs })
  await passMinutes(10)
  expect(ordered('restart')).toHaveLength(1)
  expect(control()).toMatchObject({ past: [{ outcome: 'skipped' }, {}], next: { at: four + 48 * hourMs } })
})

test('[SVC81] a skipped restart of every hour keeps neither the next one nor its warnings from coming, however long it would have waited', async () => {
  const { ask, control, said, passMinutes } = await openControl()
  const hourly = { zone: 'UTC', every: 'custom', rule: '0 * * * *', apartMinutes: 0, waitMinutes: 120 }
  await ask(commands.scheduleRestarts, { schedule: hourly })
  const at = control().next?.at ?? 0
  await ask(commands.skipNextRestart, { at })
  await passMinutes((at - four) / minuteMs + 240 + 31)
  expect(control().next).toMatchObject({ at: at + hourMs, isSkipped: false })
  expect(said()).toEqual([])
})

test('[SVC7] a restart that waits happens as soon as the server is empty, and at the latest at its limit, which the warnings count down to', {
  tags: 'slow',
}, async () => {
  const { ask, said, ordered, passMinutes, reads, notices, control, execute } = await openControl()
  await ask(commands.scheduleRestarts, {
    schedule: { zone: 'UTC', apartMinutes: 0, waitMinutes: 20, reason: 'Update.' },
  })
  await passMinutes(235)
  expect(said()).toEqual(['Server restarts in 30 minutes, or earlier when it is empty. Update.'])
  await passMinutes(5)
  await reads({ playerCount: 3 })
  await passMinutes(1)
  expect(notices().restart).toEqual({ at: four + 20 * minuteMs, from: four, reason: 'Update.' })
  expect(ordered('restart')).toEqual([])
  await reads({ playerCount: 0 })
  await passMinutes(1)
  expect(ordered('restart')).toHaveLength(1)
  expect(control().next?.at).toBe(four + 24 * hourMs)
  const id = ordered('restart')[0]?.id
  await execute(beginAttempt.name, { id, link: 'host', command: 'restart', again: false })
  await execute(endAttempt.name, { id, attempt: 1, state: 'confirmed', reply: null, why: null })
  // The next day players stay.
  await passMinutes(24 * 60 - 5)
  for (let minute = 0; minute < 30; minute += 5) {
    await reads({ playerCount: 1 })
    await passMinutes(5)
  }
  expect(ordered('restart')).toHaveLength(2)
  expect(ordered('restart')[1]?.queuedAt).toBe(four + 24 * hourMs + 20 * minuteMs)
})

test('[SVC8] a count of players that is old or unknown is not an empty server', async () => {
  const { ask, ordered, passMinutes, reads } = await openControl()
  await ask(commands.scheduleRestarts, { schedule: { zone: 'UTC', apartMinutes: 0, waitMinutes: 20 } })
  await passMinutes(238)
  await reads({ playerCount: 0 })
  await passMinutes(10)
  await reads({ playerCount: null })
  await passMinutes(5)
  expect(ordered('restart')).toEqual([])
})

test('[SVC9] a server that was just started is not restarted by the schedule, by its own uptime or by an earlier order', {
  tags: 'slow',
}, async () => {
  const { ask, said, ordered, passMinutes, reads, control } = await openControl()
  await ask(commands.scheduleRestarts, { schedule: { zone: 'UTC', apartMinutes: 60 } })
  await passMinutes(220)
  expect(said()).toHaveLength(1)
  await reads({ playerCount: 1, startedAt: four - 30 * minuteMs })
  await passMinutes(20)
  expect(ordered('restart')).toEqual([])
  expect(said().at(-1)).toBe('The restart of the server is cancelled.')
  expect(control().past).toMatchObject([{ outcome: 'apart' }])
  await passMinutes(24 * 60 - 40)
  await ask(commands.restartNow, { reason: 'By hand' })
  await passMinutes(40)
  expect(ordered('restart').map(({ by }) => by)).toEqual(['olga'])
})

test('[SVC108] a restart that is to be left out is looked at again at its steps, and not all the time', async () => {
  const { ask, passMinutes, hub, clock } = await openControl()
  await ask(commands.scheduleRestarts, { schedule: { zone: 'UTC', apartMinutes: 60 } })
  await passMinutes(205)
  await ask(commands.restartNow)
  await passMinutes(6)
  const { due } = hub.read(timers, timerBucketOf('restart next'))
  expect([due['restart next']?.at, clock.now()]).toEqual([four - 15 * minuteMs, four - 29 * minuteMs])
})

test('[SVC82] an order to restart that staff settled as not done keeps no scheduled restart away', async () => {
  const { ask, ordered, passMinutes, execute } = await openControl()
  await ask(commands.scheduleRestarts, { schedule: { zone: 'UTC', apartMinutes: 60 } })
  await passMinutes(205)
  const { id } = await ask(commands.restartNow)
  await execute(beginAttempt.name, { id, link: 'host', command: 'restart', again: false })
  await execute(endAttempt.name, { id, attempt: 1, state: 'unknown', reply: null, why: null })
  await ask(settleDelivery, { id, happened: false })
  await passMinutes(36)
  expect(ordered('restart').map(({ by }) => by)).toEqual(['olga', 'restarts'])
})

test('[SVC10] no restart is ordered while another order for the host is open, and it is not made up for later', async () => {
  const { ask, ordered, passMinutes, control, execute } = await openControl()
  const { id } = await ask(commands.restartNow)
  await execute(beginAttempt.name, { id, link: 'host', command: 'restart', again: false })
  await execute(endAttempt.name, { id, attempt: 1, state: 'unknown', reply: null, why: null })
  await ask(commands.scheduleRestarts, daily)
  await passMinutes(260)
  expect(ordered('restart')).toHaveLength(1)
  expect(control().past.map(({ outcome }) => outcome)).toEqual(['busy', 'ordered'])
  expect(await ask(commands.restartNow)).toMatchObject({ code: 'hostBusy' })
  await ask(settleDelivery, { id, happened: true })
  await passMinutes(60)
  expect(ordered('restart')).toHaveLength(1)
})

test('[SVC11] a hub that was down at the time restarts within ten minutes where players were warned, and else leaves it out', {
  tags: 'slow',
}, async () => {
  const { ask, ordered, passMinutes, restart, control } = await openControl()
  await ask(commands.scheduleRestarts, daily)
  await passMinutes(236)
  await restart(9 * minuteMs)
  expect(ordered('restart')).toHaveLength(1)
  await passMinutes(20 * 60)
  await restart(4 * hourMs)
  expect(ordered('restart')).toHaveLength(1)
  expect(control().past.map(({ outcome }) => outcome)).toEqual(['missed', 'ordered'])
  expect(control().next?.at).toBe(four + 48 * hourMs)
})

test('[SVC12] an owner counts a restart down, cannot begin a second one, and can cancel it', async () => {
  const { ask, ordered, said, passMinutes, notices, clock } = await openControl()
  expect(await ask(commands.restartSoon, { minutes: 10, reason: 'Mods.' })).toEqual({ at: clock.now() + 10 * minuteMs })
  await passMinutes(1)
  expect(said()).toEqual(['Server restarts in 10 minutes. Mods.'])
  expect(notices().restart?.reason).toBe('Mods.')
  expect(await ask(commands.restartSoon, { minutes: 1 })).toMatchObject({ code: 'counting' })
  expect(await ask(commands.cancelRestart)).toEqual({})
  expect(await ask(commands.cancelRestart)).toMatchObject({ code: 'none' })
  await passMinutes(20)
  expect([ordered('restart'), notices().restart]).toEqual([[], null])
  await ask(commands.restartSoon, { minutes: 1 })
  await passMinutes(2)
  expect(ordered('restart')).toHaveLength(1)
})

test('[SVC13] a restart saves the game before it where a link can; an emergency does not, ends the countdown, and takes the place of an order that was not sent', async () => {
  const { ask, entries, canSend, control, execute, ordered } = await openControl()
  await canSend('save', 'broadcast')
  await ask(commands.restartSoon, { minutes: 30 })
  const { id } = await ask(commands.restartNow, { reason: 'Lag.' })
  expect(
    entries()
      .filter(({ kind }) => kind !== 'broadcast')
      .map(({ kind }) => kind),
  ).toEqual(['save', 'restart'])
  expect(ordered('restart')[0]).toMatchObject({ id, detail: { reason: 'Lag.' }, by: 'olga' })
  expect(control().soon).toBeNull()
  await execute(moveToManual.name, { id, command: 'Restart it', why: 'No link can do this.' })
  expect(await ask(commands.shutDownNow)).toMatchObject({ code: 'hostBusy' })
  await ask(commands.shutDownNow, { isEmergency: true })
  expect(ordered('restart')[0]).toMatchObject({ state: 'dropped', why: 'An emergency order took its place.' })
  expect(ordered('shutdown')).toMatchObject([{ state: 'queued' }])
  expect(ordered('save')).toHaveLength(1)
})

test('[SVC14] the schedule can be undone with other settings, and its history says who changed it from what to what', async () => {
  const { ask, control } = await openControl()
  const { change: first } = await ask(commands.scheduleRestarts, { schedule: { zone: 'UTC' } })
  const { change } = await ask(commands.scheduleRestarts, { schedule: { zone: 'UTC', time: '06:00' } })
  expect(control().next?.at).toBe(four + 2 * hourMs)
  await ask(undoSetting, { change })
  expect(control()).toMatchObject({ schedule: { time: '04:00' }, next: { at: four } })
  await ask(undoSetting, { change: first })
  expect(control()).toMatchObject({ schedule: null, next: null })
})

test('[SVC15] maintenance shows on every page, turns the whitelist on through the game and off at its end, and tells players', async () => {
  const { ask, notices, ordered, said, reads, clock, execute } = await openControl()
  await ask(commands.enableMaintenance, { message: 'New map.', minutes: 60 })
  expect(notices().maintenance).toEqual({ since: clock.now(), until: clock.now() + hourMs, message: 'New map.' })
  expect(ordered('toggle')).toMatchObject([{ detail: { toggle: 'whitelist', on: true } }])
  expect(said()).toEqual(['Maintenance begins. New map.'])
  expect(await ask(commands.enableMaintenance)).toMatchObject({ code: 'on' })
  const id = ordered('toggle')[0]?.id
  await execute(beginAttempt.name, { id, link: 'evrima', command: 'togglewhitelist', again: false })
  await execute(endAttempt.name, { id, attempt: 1, state: 'confirmed', reply: null, why: null })
  await ask(commands.disableMaintenance)
  expect(notices().maintenance).toBeNull()
  expect(ordered('toggle').map(({ detail }) => detail.on)).toEqual([true, false])
  expect(await ask(commands.disableMaintenance)).toMatchObject({ code: 'off' })
  // A whitelist that was on before stays on.
  await reads({ whitelist: true })
  await ask(commands.enableMaintenance, { tell: false })
  await ask(commands.disableMaintenance, { tell: false })
  expect(ordered('toggle')).toHaveLength(2)
  expect(said()).toHaveLength(2)
})

test('[SVC16] everyone is kicked but the owner who asks and those whom they may not kick', async () => {
  const { ask, execute, clock, ordered } = await openControl()
  expect(await ask(commands.kickAll)).toMatchObject({ code: 'noneLeft' })
  const players = ['76561198000000001', '76561198000000002', '76561198000000003'].map((id) => entryOf(id, `P${id}`))
  await execute(reportRoster.name, { players, readAt: clock.now(), everyMs: 2_000 })
  expect(await ask(commands.kickAll, { reason: 'Restart' })).toMatchObject({ issued: 3, skipped: 0 })
  expect(ordered('kick').map(({ detail }) => detail.reason)).toEqual(['Restart', 'Restart', 'Restart'])
  expect(await ask(commands.kickAll)).toMatchObject({ code: 'bulkBusy' })
})

test('[SVC72] the log words what was ordered as the audit does, without the text of a console line', async () => {
  const { ask, execute, clock, hub } = await openControl()
  const players = ['76561198000000001', '76561198000000002'].map((id) => entryOf(id, 'Rex'))
  await execute(reportRoster.name, { players, readAt: clock.now(), everyMs: 2_000 })
  const target = '76561198000000001'
  await ask(commands.kickAll)
  await ask(banPlayer, { target, durationMs: 86_400_000 })
  await ask(runConsole, { text: 'secret line' })
  await ask(growPlayer, { target, growth: 50 })
  for (const toggle of ['spawnAI', 'whitelist']) await ask(setToggle, { toggle, on: false })
  for (const text of ['Hello', 'Restart at noon.']) await ask(commands.sendBroadcast, { text })
  await ask(commands.restartNow)
  const answer = await hub.query(inSession(person('olga', 'owner')), {
    name: readServerLog.name,
    input: { source: 'commands' },
  })
  const lines = readServerLog.output.parse(answer.ok ? answer.output : null).lines
  const ordered = lines.map(({ text }) => text.replace(/^[^:]*: /, ''))
  for (const start of [
    'asked to kick 2 players.',
    'ban Rex for 1 day.',
    'run a line in the console.',
    'grow Rex to 50%.',
    'turn AI animals off.',
    'turn the whitelist off.',
    'broadcast “Hello”.',
    'restart the game server.',
  ])
    expect(
      ordered.some((text) => text.startsWith(start)),
      `${start} in ${ordered.join(' / ')}`,
    ).toBe(true)
  expect(ordered.join()).toContain('broadcast “Restart at noon.”')
  expect(ordered.join()).not.toMatch(/secret|”\.\.|\.”\./)
})

test('[SVC21] only owners control the server', async () => {
  const { ask, entries } = await openControl()
  const inputs = { schedule: null, minutes: 1, at: 1, id: 'x', text: 'x' }
  for (const command of [commands.restartNow, commands.shutDownNow, commands.kickAll, commands.restartSoon])
    expect(await ask(command, inputs, 'ann', 'admin'), command.name).toMatchObject({ code: 'forbidden' })
  expect(entries()).toEqual([])
})

test('[SVC22] what is said of a restart that no link has taken yet is dropped with the next warning and with the restart', async () => {
  const { ask, ordered, passMinutes, execute } = await openControl()
  await ask(commands.scheduleRestarts, daily)
  await passMinutes(211)
  const [first] = ordered('broadcast')
  await execute(moveToManual.name, { id: first?.id, command: 'announce', why: 'No link' })
  await passMinutes(30)
  expect(ordered('broadcast').map(({ state }) => state)).toEqual(['dropped', 'dropped', 'dropped', 'dropped'])
})

test('[SVC74] every page shows a restart that the host carries out, until its outcome is known or it was watched for in vain', async () => {
  const { ask, clock, notices, passMinutes, ordered, execute } = await openControl()
  const begin = async () => {
    const { id = '' } = await ask(commands.restartNow, { reason: 'Update.' })
    expect(notices().restart).toBeNull()
    await execute(beginAttempt.name, { id, link: 'host', command: 'restart', again: false })
    expect(notices().restart).toEqual({ at: clock.now(), from: clock.now(), reason: 'Update.' })
    const end = (state: string, why: string | null) =>
      execute(endAttempt.name, { id, attempt: 1, state, reply: null, why })
    await end('unknown', 'It has not been seen to happen yet.')
    expect(notices().restart?.at).toBe(clock.now())
    return end
  }
  await (await begin())('confirmed', null)
  expect(notices().restart).toBeNull()
  const end = await begin()
  await passMinutes(10)
  await end('unknown', 'The host accepted it, and 10 minutes later nothing shows whether it happened.')
  expect([ordered('restart').at(-1)?.state, notices().restart]).toEqual(['unknown', null])
})

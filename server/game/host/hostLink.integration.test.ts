import { describe, expect, test } from 'vitest'
import { deliveryKinds } from '../../../shared/features/deliveries/kinds.ts'
import { until } from '../../testing/testCluster.ts'
import type { ActionError } from '../actionLink.ts'
import { createManualClock } from '../testing/manualClock.ts'
import { openHost, secret } from './testing/hostSetting.ts'

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    (outcome) => outcome,
    ({ name, code, message }: ActionError) => ({ name, code, message }),
  )

/** The result of an action while the clock of the link runs fast. The answers of the host take real time. */
async function inFastTime<T>(clock: ReturnType<typeof createManualClock>, work: Promise<T>): Promise<T> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  done.catch(() => {})
  while (!isDone) {
    // Not before a look at the host has ended and its pause has begun.
    if (clock.waiting() > 1) await clock.advance(2_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return done
}

describe.each(['panel', 'amp'] as const)('%s', (kind) => {
  test('[HM20] shutting down, starting and restarting are each confirmed by what is seen, and sent once', async () => {
    const { link, process, act, untilUp, arrived } = await openHost(kind)
    await untilUp()
    expect(await act('shutdown')).toMatchObject({ state: 'confirmed', reply: 'The game server is off.' })
    expect(process.state()).toBe('offline')
    expect(await act('shutdown')).toMatchObject({ state: 'confirmed', changed: false })
    expect(await act('start')).toMatchObject({ state: 'confirmed' })
    expect(process.state()).toBe('running')
    expect(await act('start')).toMatchObject({ state: 'confirmed', changed: false })
    expect(arrived('power')).toBe(2)
    expect(link.status()).toMatchObject({
      link: { name: 'up' },
      reading: { state: 'running', memoryBytes: 6_442_450_944 },
    })
  })

  test('[HM21] a restart is confirmed by the smaller uptime', async () => {
    const { process, act, untilUp, arrived } = await openHost(kind, { tellsUptime: kind === 'amp' })
    await untilUp()
    expect(await act('restart')).toMatchObject({ state: 'confirmed', reply: expect.stringContaining('restarted') })
    expect([process.state(), arrived('power')]).toEqual(['running', 1])
  })

  test('[HM22] a host that accepts and does nothing: unknown after ten minutes, with what was seen instead', async () => {
    const clock = createManualClock(Date.now())
    const { faults, act, arrived } = await openHost(kind, { clock })
    faults.idle = true
    const outcome = await inFastTime(clock, codeOf(act('restart')))
    expect(outcome).toMatchObject({
      code: 'lost',
      message: 'The host accepted it, and 10 minutes later nothing shows a restart. The host says running.',
    })
    expect(arrived('power')).toBe(1)
    const other = await inFastTime(clock, codeOf(act('backupGame')))
    expect(other).toMatchObject({ code: 'lost', message: expect.stringContaining('no such backup is there') })
    expect(arrived('backup')).toBe(1)
  })

  test('[HM23] a game server that stops and does not start again is reported as off', async () => {
    const clock = createManualClock(Date.now())
    const { process, act } = await openHost(kind, { clock })
    process.faults.staysOff = true
    expect(await inFastTime(clock, codeOf(act('restart')))).toMatchObject({
      code: 'lost',
      message: expect.stringContaining('it stopped, or never started'),
    })
  })

  test('[HM25] a wrong key or password stops the link with a sentence, nothing is sent, and no secret is shown', async () => {
    const { link, deny, act, untilUp, arrived, warnings } = await openHost(kind)
    await untilUp()
    deny()
    const outcome = await codeOf(act('restart'))
    expect(outcome).toMatchObject({ code: 'notSent' })
    expect(link.actions.state()).toMatchObject({
      name: 'refused',
      why: expect.stringMatching(/HOST_(PANEL_KEY|AMP_USER)/),
    })
    expect(arrived('power')).toBe(0)
    expect(JSON.stringify([outcome, warnings, link.status(), link.place])).not.toContain(secret)
  })

  test('[HM26] while the host is gone nothing is sent; later the link comes up by itself', async () => {
    const { link, faults, act, untilUp, arrived } = await openHost(kind)
    await untilUp()
    await faults.cut()
    expect(await codeOf(act('restart'))).toMatchObject({ name: 'ActionError', code: 'notSent' })
    expect(link.actions.state()).toMatchObject({ name: 'down', why: expect.stringContaining('cannot be reached') })
    expect(arrived('power')).toBe(0)
    await faults.restore()
    await untilUp()
    expect(await act('restart')).toMatchObject({ state: 'confirmed' })
  })

  test('[HM27] a host that never answers: the look ends at its limit, and nothing is sent', async () => {
    const { faults, act, untilUp, arrived } = await openHost(kind, { answerMs: 100 })
    await untilUp()
    faults.silence = true
    expect(await codeOf(act('restart'))).toMatchObject({
      code: 'notSent',
      message: expect.stringContaining('did not answer'),
    })
    expect(arrived('power')).toBe(0)
  })

  test('[HM28] a slow host is waited for', async () => {
    const { faults, act, untilUp } = await openHost(kind)
    await untilUp()
    faults.delay = 60
    expect(await act('shutdown')).toMatchObject({ state: 'confirmed' })
  })

  test('[HM29] a backup is confirmed when the host lists it as complete, including by another node that only knows the delivery', async () => {
    const { link, act, untilUp, arrived } = await openHost(kind)
    await untilUp()
    const action = { kind: 'backupGame' as const, target: null, detail: {}, id: 'd7' }
    expect(await link.actions.findOutcome?.(action, Date.now())).toBeNull()
    expect(await act('backupGame', 'd7')).toMatchObject({ state: 'confirmed', reply: 'The backup is complete.' })
    expect(await link.actions.findOutcome?.(action, Date.now())).toMatchObject({ state: 'confirmed' })
    expect(await link.actions.watchOutcome?.(action, Date.now())).toMatchObject({ state: 'confirmed' })
    expect(link.actions.watchOutcome?.(action, Date.now() - 11 * 60_000)).toBeNull()
    expect(arrived('backup')).toBe(1)
  })

  test('[HM30] it can do what its host can, in one line without secrets, and closing twice is closing', async () => {
    const { link, act } = await openHost(kind)
    const able = deliveryKinds.filter((one) => link.actions.can(one))
    expect(able).toEqual(['start', 'restart', 'shutdown', 'backupGame'])
    for (const one of deliveryKinds) {
      const word = () => link.actions.commandText({ kind: one, target: null, detail: {} })
      if (!able.includes(one)) expect(word).toThrow(expect.objectContaining({ code: 'unsendable' }))
      else expect(word()).toMatch(/^\P{Cc}+$/u)
      if (able.includes(one)) expect(word()).not.toContain(secret)
      expect(link.actions.isHarmlessTwice(one)).toBe(false)
    }
    await link.actions.close()
    await link.actions.close()
    expect(await codeOf(act('restart'))).toMatchObject({ code: 'notSent' })
  })

  test('[HM31] a game server that hangs is recognized: start is refused with a hint, restart is confirmed when the game answers', async () => {
    const { hang, act, untilUp, arrived } = await openHost(kind)
    await untilUp()
    hang()
    expect(await act('start')).toMatchObject({ state: 'refused', why: expect.stringContaining('Restart it.') })
    expect(arrived('power')).toBe(0)
    expect(await act('restart')).toMatchObject({ state: 'confirmed' })
  })

  test('[HM32] console lines go to the host only where that is configured, and nobody claims to know what they did', async () => {
    const { link, untilUp } = await openHost(kind, { sendsLines: true })
    await untilUp()
    const line = (text: string) => link.actions.perform({ kind: 'console', target: null, detail: { text } })
    expect(await codeOf(line('save'))).toMatchObject({
      code: 'lost',
      message: expect.stringContaining('took the line'),
    })
    expect(await codeOf(line(' \n '))).toMatchObject({ code: 'unsendable' })
  })
})

describe("the machine's clock is set while an order is watched", () => {
  const hour = 3_600_000
  const order = { kind: 'restart', target: null, detail: {} } as const
  const openSet = async (options: Parameters<typeof openHost>[1] = {}) => {
    const manual = createManualClock(Date.now())
    const set = { byMs: 0 }
    const clock = { ...manual, now: () => manual.now() + set.byMs }
    const opened = await openHost('panel', { clock, ...options })
    opened.faults.idle = true
    return { ...opened, clock, manual, set }
  }

  test('[HM85] forward: a game that has run for an hour is not taken for one that restarted', async () => {
    const { link, clock, set, manual, untilUp } = await openSet({ tellsUptime: true })
    await untilUp()
    const sentAt = clock.now()
    await manual.advance(20_000)
    set.byMs = 2 * hour
    expect(await link.actions.findOutcome?.(order, sentAt)).toBeNull()
    // It is watched on, and ends unknown.
    const watching = link.actions.watchOutcome?.(order, sentAt)
    expect(watching).toBeInstanceOf(Promise)
    expect(await inFastTime(manual, codeOf(watching as Promise<unknown>))).toMatchObject({
      code: 'lost',
      message: expect.stringContaining('nothing shows a restart'),
    })
  })

  test('[HM86] back, before the order: an open connection is not taken for one that was lost', async () => {
    const { act, clock, set, manual, untilUp, adapter } = await openSet()
    const read = adapter.read
    Object.assign(adapter, { read: async () => ({ ...(await read()), uptimeMs: null }) })
    await untilUp()
    set.byMs = -2 * hour
    expect(clock.now()).toBeLessThan(Date.now())
    expect(await inFastTime(manual, codeOf(act('restart')))).toMatchObject({ code: 'lost' })
  })
})

test('[HM24] an answer that is lost is not a reason to send again, and what happened is still seen', async () => {
  const { act, untilUp, arrived, faults } = await openHost('amp')
  await untilUp()
  if ('dropNext' in faults) faults.dropNext = 1
  expect(await act('shutdown')).toMatchObject({ state: 'confirmed' })
  expect(arrived('power')).toBe(1)
})

test('[HM33] a panel that answers 502 to a power signal may have passed it on: it is watched, and not sent again', async () => {
  const clock = createManualClock(Date.now())
  const { faults, link, arrived } = await openHost('panel', { clock })
  const leaving = () => void faults.next.push(502)
  const work = link.actions.perform({ kind: 'restart', target: null, detail: {} }, leaving)
  expect(await inFastTime(clock, codeOf(work))).toMatchObject({
    code: 'lost',
    message: expect.stringMatching(/answers 502.* It may have arrived, and 10 minutes later nothing shows a restart/),
  })
  expect(arrived('power')).toBe(1)
})

test('[HM34] a panel that says why it does not do it is believed: refused with its sentence', async () => {
  const { act, untilUp, arrived } = await openHost('panel')
  await untilUp()
  const under = Array.from({ length: 5 }, (_, index) => act('backupGame', `b${index}`))
  await until(() => arrived('backup') === 5)
  expect(await act('backupGame', 'b5')).toMatchObject({ state: 'refused', why: expect.stringContaining('limit of 5') })
  expect(await Promise.all(under)).toMatchObject(under.map(() => ({ state: 'confirmed' })))
})

test('[HM35] a session of AMP that has ended is renewed once, and the order is carried out once', async () => {
  const { faults, act, untilUp, arrived } = await openHost('amp')
  await untilUp()
  if ('endSessions' in faults) faults.endSessions()
  expect(await act('restart')).toMatchObject({ state: 'confirmed' })
  expect(arrived('power')).toBe(1)
})

test('[HM37] a password that AMP refused is not sent again within five minutes, however often the host is looked at', async () => {
  const clock = createManualClock(Date.now())
  const { adapter, deny, log } = await openHost('amp', { clock })
  await adapter.read()
  deny()
  const logins = () => log.filter((method) => method === 'Core/Login').length
  const before = logins()
  for (let look = 0; look < 5; look++) await expect(adapter.read()).rejects.toMatchObject({ code: 'denied' })
  expect(logins()).toBe(before + 1)
  await clock.advance(5 * 60_000)
  await expect(adapter.read()).rejects.toMatchObject({ code: 'denied' })
  expect(logins()).toBe(before + 2)
})

test('[HM36] the leader that ends while an order is watched leaves it as lost', async () => {
  const { link, faults, act, untilUp } = await openHost('panel')
  await untilUp()
  faults.idle = true
  const outcome = codeOf(act('restart'))
  await new Promise((resolve) => setImmediate(resolve))
  await link.actions.close()
  expect(await outcome).toMatchObject({ name: 'ActionError' })
})

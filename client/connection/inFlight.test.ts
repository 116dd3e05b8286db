import { expect, test } from 'vitest'
import { lateAtom } from './connectionState.ts'
import { openConnection } from './testing/openConnection.ts'

const ok = (seq = 1) => ({ ok: true, output: {}, seq })
const no = (code: string) => ({ ok: false, code, message: 'No.' })
const idsOf = (sent: readonly { message: unknown }[]) => sent.map(({ message }) => (message as { id: string }).id)

test('[FL1] a command is sent with an id made from server time, and its answer is the outcome', async () => {
  const { connection, hello, of, clock } = openConnection()
  hello({ now: clock.now() + 3_600_000 })
  const outcome = connection.send('sample.blow', { clouds: 1 })
  const [sent] = of('command')
  expect(sent?.message).toMatchObject({ name: 'sample.blow', input: { clouds: 1 } })
  const [id = ''] = idsOf(of('command'))
  expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(clock.now() + 3_600_000)
  sent?.answer(ok(7))
  expect(await outcome).toEqual(ok(7))
})

test('[FL2] an unanswered command is sent again with the same id, and resolves once', async () => {
  const { connection, hello, of, clock } = openConnection()
  hello()
  const attempts: number[] = []
  const outcome = connection.send('a.b', {}, (inFlight) => attempts.push(inFlight.attempts))
  clock.pass(12_000)
  expect(new Set(idsOf(of('command'))).size).toBe(1)
  expect(attempts).toEqual([0, 1, 2, 3])
  of('command')[2]?.answer(ok())
  of('command')[0]?.answer(no('late'))
  expect(await outcome).toEqual(ok())
  clock.pass(60_000)
  expect(of('command')).toHaveLength(3)
})

test('[FL3] a command stays in flight without a connection, and is sent on the next one', async () => {
  const { connection, hello, lose, of, clock } = openConnection()
  let settled = false
  const outcome = connection.send('a.b', {}).finally(() => {
    settled = true
  })
  hello()
  await Promise.resolve()
  expect(of('command')).toHaveLength(1)
  lose()
  clock.pass(3_600_000)
  expect(of('command')).toHaveLength(1)
  expect(settled).toBe(false)
  hello()
  expect(of('command')).toHaveLength(2)
  expect(new Set(idsOf(of('command'))).size).toBe(1)
  of('command')[1]?.answer(ok())
  expect(await outcome).toEqual(ok())
})

test('[FL4] a command refused as tooFast is sent again after a pause', async () => {
  const { connection, hello, of, clock } = openConnection()
  hello()
  const outcome = connection.send('a.b', {})
  of('command')[0]?.answer(no('tooFast'))
  clock.pass(2_000)
  of('command')[1]?.answer(ok())
  expect(await outcome).toEqual(ok())
})

test('[FL2086] a command whose outcome the hub does not know is sent again with the same id until it does, for a minute', async () => {
  const { connection, hello, of, clock } = openConnection()
  hello()
  const [done, lost] = [connection.send('a.b', {}), connection.send('a.c', {})]
  for (const { answer } of of('command')) answer(no('fateUnknown'))
  clock.pass(2_000)
  const [, , again, other] = of('command')
  expect(idsOf([again, other] as never)).toEqual(idsOf(of('command').slice(0, 2)))
  again?.answer(ok(7))
  expect(await done).toEqual(ok(7))
  clock.pass(58_000)
  of('command').at(-1)?.answer(no('fateUnknown'))
  expect(await lost).toEqual(no('fateUnknown'))
})

test('[FL2176] a command without an answer is late once it is sent again on the same connection, until it is answered or the connection is lost', async () => {
  const { connection, hello, lose, of, clock, store } = openConnection()
  const isLate = () => store.get(lateAtom)
  const send = () => connection.send('a.b', {})
  const first = send()
  clock.pass(60_000)
  expect(isLate()).toBe(false)
  hello()
  clock.pass(4_999)
  expect(isLate()).toBe(false)
  clock.pass(1)
  expect(isLate()).toBe(true)
  const second = send()
  of('command')[0]?.answer(ok())
  await first
  expect(isLate()).toBe(false)
  clock.pass(5_000)
  expect(isLate()).toBe(true)
  // What a new connection answers at once is not late.
  lose()
  clock.pass(60_000)
  hello()
  expect(isLate()).toBe(false)
  of('command').at(-1)?.answer(ok())
  await second
  clock.pass(60_000)
  expect(isLate()).toBe(false)
})

test.each(['tooFast', 'fateUnknown'])(
  '[FL2280] a command that is asked again after a pause, as it was refused with %s, is late after five seconds, and not before',
  async (code) => {
    const { connection, hello, of, clock, store } = openConnection()
    hello()
    const outcome = connection.send('a.b', {})
    const lateness = [2_000, 2_000, 2_000].map((ms) => {
      of('command').at(-1)?.answer(no(code))
      clock.pass(ms)
      return store.get(lateAtom)
    })
    expect(lateness).toEqual([false, false, true])
    of('command').at(-1)?.answer(ok())
    expect(await outcome).toEqual(ok())
    expect(store.get(lateAtom)).toBe(false)
  },
)

test('[FL5] a repeated id that the hub no longer remembers ends as unknown, never as refused', async () => {
  const { connection, hello, lose, of } = openConnection()
  hello()
  const [early, late] = [connection.send('a.b', {}), connection.send('a.c', {})]
  of('command')[1]?.answer(no('badId'))
  expect(await late).toMatchObject({ code: 'badId' })
  lose()
  hello()
  of('command')[2]?.answer(no('badId'))
  expect(await early).toMatchObject({ ok: false, code: 'unknown' })
})

test('[FL6] a command of one principal is not sent in the name of the next', async () => {
  const { connection, hello, lose, of } = openConnection()
  const helloFor = (id: string) => ({ principal: { id, name: id, role: 'player' as const, session: null } })
  hello(helloFor('ann'))
  const sent = connection.send('a.b', {})
  lose()
  const unsent = connection.send('a.c', {})
  hello(helloFor('bob'))
  expect(await sent).toMatchObject({ code: 'unknown' })
  expect(await unsent).toMatchObject({ code: 'notSent' })
  expect(of('command')).toHaveLength(1)
})

test('[FL7] an input that is too large is not sent at all', async () => {
  const { connection, hello, of } = openConnection()
  hello()
  expect(await connection.send('a.b', { text: 'ä'.repeat(40_000) })).toMatchObject({ code: 'tooLarge' })
  expect(of('command')).toEqual([])
})

test('[FL8] an unreadable answer counts as none', async () => {
  const { connection, hello, of, clock } = openConnection()
  hello()
  const outcome = connection.send('a.b', {})
  of('command')[0]?.answer({ fine: 'maybe' })
  clock.pass(5_000)
  of('command')[1]?.answer(ok())
  expect(await outcome).toEqual(ok())
})

test('[FL9] a reconnecting client sends the watermark of its last answered command', async () => {
  const { connection, hello, lose, of, clock, openingRequest } = openConnection()
  hello()
  expect(openingRequest()?.seen).toBe(0)
  for (const answer of [ok(7), ok(5), no('tooPoor')]) {
    const outcome = connection.send('a.b', {})
    of('command').at(-1)?.answer(answer)
    await outcome
  }
  lose()
  clock.pass(60_000)
  expect(openingRequest()?.seen).toBe(7)
})

test('[QU1] a query is sent once and is answered, or refused as offline, unanswered or unreadable', async () => {
  const { connection, hello, lose, of, clock } = openConnection()
  expect(await connection.query('a.b', {})).toMatchObject({ ok: false, code: 'offline' })
  hello()
  const [fine, lost, late] = [connection.query('a.b', {}), connection.query('a.c', {}), connection.query('a.d', {})]
  of('query')[0]?.answer({ ok: true, output: [1], seq: 0 })
  of('query')[1]?.answer('what?')
  expect(await fine).toEqual({ ok: true, output: [1], seq: 0 })
  expect(await lost).toMatchObject({ code: 'unreadable' })
  clock.pass(15_000)
  expect(await late).toMatchObject({ code: 'unanswered' })
  const dropped = connection.query('a.e', {})
  lose()
  expect(await dropped).toMatchObject({ code: 'offline' })
})

test('[FL10] a command that ends its own session is answered to the guest who is left, and not sent again', async () => {
  const { connection, hello, lose, of, clock } = openConnection()
  const ann = { principal: { id: 'ann', name: 'Ann', role: 'player' as const, session: null } }
  hello(ann)
  const [answered, silent] = [connection.send('a.b', {}), connection.send('a.c', {})]
  hello({ principal: null })
  of('command')[0]?.answer(ok())
  expect(await answered).toEqual(ok())
  clock.pass(60_000)
  expect(await silent).toMatchObject({ code: 'unknown' })
  hello(ann)
  const lost = connection.send('a.d', {})
  hello({ principal: null })
  lose()
  hello({ principal: null })
  expect(await lost).toMatchObject({ code: 'unknown' })
  expect(of('command')).toHaveLength(3)
})

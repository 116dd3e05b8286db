import { expect, test } from 'vitest'
import { openConnection } from './testing/openConnection.ts'

const ok = (seq = 1) => ({ ok: true, output: {}, seq })
const no = (code: string) => ({ ok: false, code, message: 'No.' })
const idsOf = (sent: readonly { message: unknown }[]) => sent.map(({ message }) => (message as { id: string }).id)

test('[FL1] a command goes out with an id made from server time, and its answer is the outcome', async () => {
  const { connection, greet, of, clock } = openConnection()
  greet({ now: clock.now() + 3_600_000 })
  const outcome = connection.send('sample.blow', { clouds: 1 })
  const [sent] = of('command')
  expect(sent?.message).toMatchObject({ name: 'sample.blow', input: { clouds: 1 } })
  const [id = ''] = idsOf(of('command'))
  expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(clock.now() + 3_600_000)
  sent?.answer(ok(7))
  expect(await outcome).toEqual(ok(7))
})

test('[FL2] what is not answered is sent again with the same id, and answered once', async () => {
  const { connection, greet, of, clock } = openConnection()
  greet()
  const attempts: number[] = []
  const outcome = connection.send('a.b', {}, ({ attempts: so }) => attempts.push(so))
  clock.pass(12_000)
  expect(new Set(idsOf(of('command'))).size).toBe(1)
  expect(attempts).toEqual([0, 1, 2, 3])
  of('command')[2]?.answer(ok())
  of('command')[0]?.answer(no('late'))
  expect(await outcome).toEqual(ok())
  clock.pass(60_000)
  expect(of('command')).toHaveLength(3)
})

test('[FL3] it stays in flight while the connection is away, and goes out on the next one', async () => {
  const { connection, greet, lose, of, clock } = openConnection()
  let settled = false
  const outcome = connection.send('a.b', {}).finally(() => {
    settled = true
  })
  greet()
  await Promise.resolve()
  expect(of('command')).toHaveLength(1)
  lose()
  clock.pass(3_600_000)
  expect(of('command')).toHaveLength(1)
  expect(settled).toBe(false)
  greet()
  expect(of('command')).toHaveLength(2)
  expect(new Set(idsOf(of('command'))).size).toBe(1)
  of('command')[1]?.answer(ok())
  expect(await outcome).toEqual(ok())
})

test('[FL4] "too fast" is not the end of it: it is asked again a little later', async () => {
  const { connection, greet, of, clock } = openConnection()
  greet()
  const outcome = connection.send('a.b', {})
  of('command')[0]?.answer(no('tooFast'))
  clock.pass(2_000)
  of('command')[1]?.answer(ok())
  expect(await outcome).toEqual(ok())
})

test('[FL5] an id that the hub no longer remembers is "nobody can say", never "nothing happened"', async () => {
  const { connection, greet, lose, of } = openConnection()
  greet()
  const [early, late] = [connection.send('a.b', {}), connection.send('a.c', {})]
  of('command')[1]?.answer(no('badId'))
  expect(await late).toMatchObject({ code: 'badId' })
  lose()
  greet()
  of('command')[2]?.answer(no('badId'))
  expect(await early).toMatchObject({ ok: false, code: 'unknown' })
})

test('[FL6] what one person ordered is not sent in the name of the next', async () => {
  const { connection, greet, lose, of } = openConnection()
  const you = (id: string) => ({ you: { id, name: id, role: 'player' as const, session: null } })
  greet(you('ann'))
  const sent = connection.send('a.b', {})
  lose()
  const unsent = connection.send('a.c', {})
  greet(you('bob'))
  expect(await sent).toMatchObject({ code: 'unknown' })
  expect(await unsent).toMatchObject({ code: 'notSent' })
  expect(of('command')).toHaveLength(1)
})

test('[FL7] what is too large is not sent at all', async () => {
  const { connection, greet, of } = openConnection()
  greet()
  expect(await connection.send('a.b', { text: 'ä'.repeat(40_000) })).toMatchObject({ code: 'tooLarge' })
  expect(of('command')).toEqual([])
})

test('[FL8] an answer that cannot be read is none', async () => {
  const { connection, greet, of, clock } = openConnection()
  greet()
  const outcome = connection.send('a.b', {})
  of('command')[0]?.answer({ fine: 'maybe' })
  clock.pass(5_000)
  of('command')[1]?.answer(ok())
  expect(await outcome).toEqual(ok())
})

test('[FL9] whoever connects again says which entry they were answered last', async () => {
  const { connection, greet, lose, of, clock, firstWord } = openConnection()
  greet()
  expect(firstWord()?.seen).toBe(0)
  for (const answer of [ok(7), ok(5), no('tooPoor')]) {
    const outcome = connection.send('a.b', {})
    of('command').at(-1)?.answer(answer)
    await outcome
  }
  lose()
  clock.pass(60_000)
  expect(firstWord()?.seen).toBe(7)
})

test('[QU1] a question is asked once and answered, or refused as offline, unanswered or unreadable', async () => {
  const { connection, greet, lose, of, clock } = openConnection()
  expect(await connection.query('a.b', {})).toMatchObject({ ok: false, code: 'offline' })
  greet()
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

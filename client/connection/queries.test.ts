import { expect, test } from 'vitest'
import { openConnection } from './testing/openConnection.ts'

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

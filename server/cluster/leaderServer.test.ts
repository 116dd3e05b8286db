import { expect, test } from 'vitest'
import { freshId, person } from '../testing/principals.ts'
import { purse } from '../testing/sampleFeature.ts'
import { createMessages, ReplyMessage } from './messages.ts'
import { openCluster } from './testing/openCluster.ts'

test('[CL90] a command refused for its id stays refused when it is repeated after the clock was changed', async () => {
  const { pass, openThree, place, clock } = openCluster()
  await openThree()
  const messages = createMessages(place.open('outsider').storage.bus, () => {})
  const answers: unknown[] = []
  messages.listen('replies.outsider', ReplyMessage, (reply) =>
    answers.push('reply' in reply ? reply.reply.answer : null),
  )
  // Five seconds too early.
  const call = { id: freshId(clock.now() + 305_000), name: 'sample.give', input: { to: 'bob', coins: 1 } }
  const request = {
    kind: 'dispatch',
    actor: 'ann',
    proof: { by: 'session', hash: 'ann' },
    from: { address: null, agent: null },
    call,
  }
  const ask = async () => {
    messages.send('requests.a', { id: 'it', request })
    await pass(1_000)
  }
  await ask()
  expect(answers).toMatchObject([{ code: 'badId' }])
  await pass(9_000)
  await ask()
  expect(answers).toMatchObject([{ code: 'badId' }, { code: 'badId' }])
  messages.send('requests.a', { id: 'another', request })
  await pass(1_000)
  expect(answers.at(-1)).toMatchObject({ code: 'badId' })
  expect(place.journal()).toMatchObject([{ refused: { code: 'badId' }, changes: [] }])
})

test('[CL92] a refusal by a leader without a connection to the bus is repeated by the next leader, whatever has changed', async () => {
  const { pass, until, openThree, clock } = openCluster()
  const [a, b] = await openThree()
  const call = { id: freshId(clock.now()), name: 'sample.give', input: { to: 'bob', coins: 150 } }
  a.at.cut('bus')
  expect(await until(a.hub.dispatch(person('ann'), call))).toMatchObject({ ok: false, code: 'tooPoor' })
  a.at.cut('store')
  await pass(10_000)
  await until(b.hub.execute('post', 'sample.receive', { from: 'bob', to: 'ann', coins: 100 }))
  expect(b.hub.read(purse, 'ann').coins).toBe(200)
  expect(await until(b.hub.dispatch(person('ann'), call))).toMatchObject({ ok: false, code: 'tooPoor' })
  expect(b.hub.read(purse, 'ann').coins).toBe(200)
})

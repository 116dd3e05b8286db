import { expect, test } from 'vitest'
import { freshId, person } from '../testing/people.ts'
import { purse } from '../testing/villageFeature.ts'
import { createLetters } from './letters.ts'
import { openCluster } from './testing/openCluster.ts'
import { Answered } from './wire.ts'

test('[CL90] what an authority refused for its id is not done when the same words come again after its clock was set', async () => {
  const { pass, openThree, place, clock } = openCluster()
  await openThree()
  const letters = createLetters(place.open('stranger').storage.bus, () => {})
  const answers: unknown[] = []
  letters.listen('answers.stranger', Answered, (answered) =>
    answers.push('reply' in answered ? answered.reply.answer : null),
  )
  // Five seconds too early.
  const call = { id: freshId(clock.now() + 305_000), name: 'village.give', input: { to: 'bob', coins: 1 } }
  const errand = { kind: 'dispatch', actor: 'ann', proof: { by: 'session', hash: 'ann' }, address: null, call }
  const ask = async () => {
    letters.send('calls.a', { id: 'it', errand })
    await pass(1_000)
  }
  await ask()
  expect(answers).toMatchObject([{ code: 'badId' }])
  await pass(9_000)
  await ask()
  expect(answers).toMatchObject([{ code: 'badId' }, { code: 'badId' }])
  letters.send('calls.a', { id: 'another', errand })
  await pass(1_000)
  expect(answers.at(-1)).toMatchObject({ code: 'badId' })
  expect(place.journal()).toMatchObject([{ refused: { code: 'badId' }, changes: [] }])
})

test('[CL92] who was refused by an authority that nobody heard is refused by the next one, whatever has changed since', async () => {
  const { pass, until, openThree, clock } = openCluster()
  const [a, b] = await openThree()
  const call = { id: freshId(clock.now()), name: 'village.give', input: { to: 'bob', coins: 150 } }
  a.at.cut('bus')
  expect(await until(a.hub.dispatch(person('ann'), call))).toMatchObject({ ok: false, code: 'tooPoor' })
  a.at.cut('store')
  await pass(10_000)
  await until(b.hub.order('post', 'village.receive', { from: 'bob', to: 'ann', coins: 100 }))
  expect(b.hub.read(purse, 'ann').coins).toBe(200)
  expect(await until(b.hub.dispatch(person('ann'), call))).toMatchObject({ ok: false, code: 'tooPoor' })
  expect(b.hub.read(purse, 'ann').coins).toBe(200)
})

import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { annsPlayer } from '../features/inventory/testing/openInventory.ts'
import { openSkins } from '../features/skins/testing/openSkins.ts'
import { freshId, inSession, person } from '../testing/principals.ts'
import { requirePermissions } from './openApi.ts'
import { skinRoutes } from './skinRoutes.ts'

/** The route for Ann, who plays a Triceratops. */
async function open() {
  const world = await openSkins()
  const app = fastify()
  onTestFinished(() => app.close())
  const principalOf = () => ({ ...inSession(person('ann', 'player')), playsAs: annsPlayer })
  requirePermissions(app, principalOf)
  const { hub, clock } = world
  skinRoutes(app, { hub, clock, principalOf, features: HubFeatures.parse({}), serverKey: mainServer })
  const post = async (payload: object, headers = {}) => {
    const answer = await app.inject({ method: 'POST', url: '/api/skins/apply', payload, headers })
    return { status: answer.statusCode, ...answer.json() }
  }
  return { ...world, post }
}
const albino = { dinosaur: 'Triceratops', skin: 'Albino', playerName: 'ann', steamId: annsPlayer }

test('[SKN30] POST /api/skins/apply holds the price until the game has the skin, once for each key', async () => {
  const { post, deliver, clock, balance, held, problems } = await open()
  const headers = { 'idempotency-key': freshId(clock.now()) }
  const answer = { status: 200, success: true, message: 'Albino is on its way to the game.', remainingCurrency: 500 }
  expect(await post(albino, headers)).toMatchObject({ ...answer, byHand: false })
  expect(await post(albino, headers)).toMatchObject(answer)
  expect([balance(), held()]).toEqual([500, [500]])
  await deliver('confirmed')
  expect([balance(), held()]).toEqual([500, []])
  expect(await problems()).toEqual([])
})

test('[SKN31] what is wrong is answered with a message that names it, and nothing is taken', async () => {
  const { post, balance, problems } = await open()
  const answers = [
    [{ ...albino, playerName: ' ', steamId: '' }, 400, '❌ Please enter your player name'],
    [{ ...albino, steamId: '76561198000000009' }, 403, /only for yourself/],
    [{ ...albino, playerName: 'bob' }, 403, /only for yourself/],
    [{ ...albino, dinosaur: 'Dragon' }, 400, /no species "Dragon"/],
    [{ ...albino, skin: '__proto__' }, 400, /no skin "__proto__"/],
    [{ ...albino, cost: -1 }, 400, /cost/],
    [{ ...albino, cost: 499 }, 409, /you saw 499, and it is 500 now/],
    [{ ...albino, skin: 'Tiger Stripes' }, 409, /coming soon/],
    [{ ...albino, skin: 'own-colours', colours: { back: 'red' } }, 400, /colours/],
    [{ ...albino, dinosaur: 'utahraptor' }, 409, /fits Utahraptor, and you're playing Triceratops/],
  ] as const
  for (const [body, status, message] of answers)
    expect([body, await post(body)]).toMatchObject([
      body,
      { status, success: false, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ])
  expect(balance()).toBe(1_000)
  expect(await problems()).toEqual([])
})

test('[SKN51] a request that is repeated with its key gets its answer after the price has changed, too', async () => {
  const { post, owners, clock, balance, held, problems } = await open()
  const headers = { 'idempotency-key': freshId(clock.now()) }
  const first = await post(albino, headers)
  expect(first).toMatchObject({ status: 200 })
  await owners({ 'skin-albino': { price: 600 } })
  expect(await post(albino, headers)).toEqual(first)
  expect([balance(), held()]).toEqual([500, [500]])
  expect(await problems()).toEqual([])
})

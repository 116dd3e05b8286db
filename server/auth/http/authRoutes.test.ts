import { expect, test } from 'vitest'
import { OrderRefused } from '../../engine/orderRefused.ts'
import { createHttp } from '../../http/createHttp.ts'
import { createLog } from '../../observability/log.ts'
import { guest, person } from '../../testing/people.ts'
import { authRoutes } from './authRoutes.ts'

async function logOut(order: () => Promise<unknown>, payload?: object, principal = guest) {
  const app = await createHttp({ log: createLog({ logLevel: 'silent' }), isSecure: true, isOurOrigin: () => true })
  authRoutes(app, { hub: { order }, isSecure: true, principalOf: () => principal, sessionKey: (token) => token })
  const headers = { origin: 'https://hub.example', cookie: '__Host-waterhole_session=token' }
  return app.inject({ method: 'POST', url: '/auth/logout', headers, ...(payload && { payload }) })
}
const gone = { name: '__Host-waterhole_session', value: '', maxAge: 0 }

test('[LO1] [V7.4.1] whoever logs out has no cookie any more', async () => {
  const { statusCode, cookies } = await logOut(async () => ({}))
  expect(statusCode).toBe(200)
  expect(cookies).toMatchObject([gone])
})

test.each(['storageFull', 'unavailable', 'fateUnknown'])(
  '[LO2] [V7.4.1] also when the session cannot be ended (%s): the browser has lost it, and is told of the rest',
  async (code) => {
    const answer = await logOut(() => Promise.reject(new OrderRefused('session.close', code, 'No room.')))
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code, error: expect.stringMatching(/signed out.*could not end.*No room\.$/) })
    expect(answer.cookies).toMatchObject([gone])
  },
)

test('[LO3] a fault of the hub leaves no cookie either', async () => {
  const { statusCode, cookies } = await logOut(() => Promise.reject(new TypeError('broken')))
  expect(statusCode).toBe(500)
  expect(cookies).toMatchObject([gone])
})

test('[LO4] a page that was told of an ended session clears its cookie, and never ends a session that is in force', async () => {
  const ended: string[] = []
  const order = async () => void ended.push('session')
  expect((await logOut(order, { onlyEnded: true })).cookies).toMatchObject([gone])
  expect(ended).toHaveLength(1)
  expect((await logOut(order, { onlyEnded: true }, person('ann'))).cookies).toEqual([])
  expect(ended).toHaveLength(1)
  expect((await logOut(order, {}, person('ann'))).cookies).toMatchObject([gone])
})

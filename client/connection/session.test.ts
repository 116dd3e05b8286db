import { afterEach, expect, test, vi } from 'vitest'
import { signInDemo, signOut } from './session.ts'
import { openConnection } from './testing/openConnection.ts'

afterEach(() => vi.unstubAllGlobals())
const answering = (answer: () => Promise<Response>) => {
  const asked = vi.fn(answer)
  vi.stubGlobal('fetch', asked)
  return asked
}

test('[SE1] signing in asks the hub, and the connection comes back as that person', async () => {
  const { connection, greet, opened } = openConnection()
  const asked = answering(async () => Response.json({}))
  greet()
  expect(await signInDemo(connection, 'moderator')).toEqual({ ok: true })
  expect(asked).toHaveBeenCalledWith(
    '/auth/demo',
    expect.objectContaining({ method: 'POST', body: '{"role":"moderator"}' }),
  )
  expect(opened()).toBe(2)
  await signInDemo(connection, 'player', 3)
  expect(asked).toHaveBeenLastCalledWith(
    '/auth/demo',
    expect.objectContaining({ body: '{"role":"player","number":3}' }),
  )
})

test('[SE2] a no is told in the words of the hub, and the connection stays as it is', async () => {
  const { connection, greet, opened } = openConnection()
  greet()
  answering(async () => Response.json({ success: false, error: 'Demo mode is off.', code: 'noDemo' }, { status: 403 }))
  expect(await signInDemo(connection, 'owner')).toEqual({ ok: false, message: 'Demo mode is off.' })
  answering(async () => new Response('<html>', { status: 502 }))
  expect(await signOut(connection)).toEqual({ ok: false, message: 'The hub refused (502).' })
  answering(() => Promise.reject(new TypeError('fetch failed')))
  expect(await signOut(connection)).toMatchObject({ ok: false, message: expect.stringContaining('cannot be reached') })
  expect(opened()).toBe(1)
})

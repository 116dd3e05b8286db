import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { followOtherTabs, notifyOtherTabs, signInDemo, signOut } from './session.ts'
import { openConnection } from './testing/openConnection.ts'

afterEach(() => vi.unstubAllGlobals())
const answering = (answer: () => Promise<Response>) => {
  const fetched = vi.fn(answer)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

/** Opens another tab of the same browser. */
const openTab = (page: string) => {
  const restart = vi.fn()
  onTestFinished(followOtherTabs({ restart }, page))
  return restart
}

test('[SE21] a demo sign-in asks the hub, and the connection restarts as that user', async () => {
  const { connection, hello, opened } = openConnection()
  const fetched = answering(async () => Response.json({}))
  hello()
  expect(await signInDemo(connection, { role: 'moderator' })).toEqual({ ok: true })
  expect(fetched).toHaveBeenCalledWith(
    '/auth/demo',
    expect.objectContaining({ method: 'POST', body: '{"role":"moderator"}' }),
  )
  expect(opened()).toBe(2)
  await signInDemo(connection, { role: 'player', number: 3, provider: 'discord' })
  expect(fetched).toHaveBeenLastCalledWith(
    '/auth/demo',
    expect.objectContaining({ body: '{"role":"player","number":3,"provider":"discord"}' }),
  )
})

test('[SE22] a refused change returns the message of the hub, and the connection stays', async () => {
  const { connection, hello, opened } = openConnection()
  const other = openTab('other')
  hello()
  answering(async () => Response.json({ success: false, error: 'Demo mode is off.', code: 'noDemo' }, { status: 403 }))
  expect(await signInDemo(connection, { role: 'owner' })).toEqual({ ok: false, message: 'Demo mode is off.' })
  answering(async () => new Response('<html>', { status: 502 }))
  expect(await signOut(connection)).toEqual({ ok: false, message: 'The hub refused the request (502).' })
  answering(() => Promise.reject(new TypeError('fetch failed')))
  expect(await signOut(connection)).toMatchObject({
    ok: false,
    message: expect.stringContaining("Can't reach the hub"),
  })
  expect(opened()).toBe(1)
  expect(other).not.toHaveBeenCalled()
})

test('[SE23] a sign-in or sign-out in one tab restarts the connections of the other tabs', async () => {
  const { connection, hello } = openConnection()
  const [one, two] = [openTab('one'), openTab('two')]
  hello()
  answering(async () => Response.json({}))
  await signOut(connection)
  await vi.waitFor(() => expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 1]), { timeout: 60_000 })
})

test('[SE4] a tab does not restart on its own message', async () => {
  const [own, other] = [openTab('own'), openTab('other')]
  notifyOtherTabs('own')
  await vi.waitFor(() => expect(other).toHaveBeenCalledOnce(), { timeout: 60_000 })
  expect(own).not.toHaveBeenCalled()
})

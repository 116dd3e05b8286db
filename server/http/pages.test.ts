import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { elevationOptionsRoute } from '../auth/elevationRoutes.ts'
import { createLog } from '../observability/log.ts'
import { guest, person } from '../testing/principals.ts'
import { createHttp } from './createHttp.ts'
import { pages } from './pages.ts'
import { exportRoutes } from './playerRoutes.ts'

const asPage = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }

async function openRoutes(principal = guest, isSet: (name: string) => boolean = () => false) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<title>The page</title>')
  const app = await createHttp({ log: createLog({ logLevel: 'silent' }), isSecure: false, isOurOrigin: () => true })
  const hub = { query: async () => ({ ok: false as const, code: 'readOnly', message: 'Looking only.' }) }
  exportRoutes(app, { hub, principalOf: () => principal })
  elevationOptionsRoute(app, { principalOf: () => principal, isSet })
  await pages(app, folder)
  return (url: string, headers = {}) => app.inject({ url, headers })
}

test('[PG7] an unknown URL under /auth is a page for browsers and JSON for programs', async () => {
  const get = await openRoutes()
  const page = await get('/auth/nothing?x=1', asPage)
  expect([page.statusCode, page.headers['content-type'], page.body]).toEqual([
    404,
    'text/html; charset=utf-8',
    '<title>The page</title>',
  ])
  for (const headers of [{}, { accept: 'application/json' }])
    expect((await get('/auth/nothing', headers)).json()).toMatchObject({ success: false, code: 'notFound' })
  expect((await get('/api/nothing', asPage)).json()).toMatchObject({ code: 'notFound' })
})

test('[PG8] a guest who opens the export is redirected to sign-in; a program gets an error', async () => {
  const get = await openRoutes()
  const { statusCode, headers } = await get('/auth/export', asPage)
  expect([statusCode, headers.location]).toEqual([303, '/auth'])
  expect((await get('/auth/export')).json()).toMatchObject({ success: false, code: 'signedOut' })
  const own = await (await openRoutes(person('ann')))('/auth/export', asPage)
  expect([own.statusCode, own.json().code]).toEqual([403, 'readOnly'])
})

test('[RA20] signed-in users can see which role passwords are set, by name only', async () => {
  expect((await (await openRoutes())('/auth/raisable')).statusCode).toBe(401)
  const none = await (await openRoutes(person('ann')))('/auth/raisable')
  expect([none.json(), none.headers['cache-control']]).toEqual([{ roles: [], ownerKey: false, gates: [] }, 'no-store'])
  const some = await openRoutes(person('ann'), (name) => name === 'ownerKey' || name === 'admin')
  expect((await some('/auth/raisable')).json()).toEqual({ roles: ['admin'], ownerKey: true, gates: [] })
})

test('[PG9] a page typed with a slash behind it is redirected to its address, with its query; other addresses are not', async () => {
  const get = await openRoutes()
  for (const [url, location] of [
    ['/map/', '/map'],
    ['/auth/', '/auth'],
    ['/friends/?tab=requests', '/friends?tab=requests'],
    ['/events/one%20two/', '/events/one%20two'],
  ] as const) {
    const { statusCode, headers } = await get(url, asPage)
    expect([statusCode, headers.location]).toEqual([308, location])
  }
  for (const url of [
    '/',
    '//other.example/',
    '/\\other.example/',
    '/friends//',
    '/friends',
    '/api/',
    '/auth/x/',
    '/map/x/',
    '/assets/',
  ])
    expect((await get(url, asPage)).headers.location, url).toBeUndefined()
})

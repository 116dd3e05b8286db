import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createHttp } from './createHttp.ts'
import { mapImageAddress, mapImageRoutes } from './mapImageRoutes.ts'

const image = { bytes: Buffer.from('89504e470d0a1a0a', 'hex'), contentType: 'image/png', fingerprint: 'abc123' }
const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

async function open(served: typeof image | null = image) {
  const app = await createHttp({ log: pino({ level: 'silent' }), isSecure: false, isOurOrigin: () => false })
  mapImageRoutes(app, served)
  opened.push(app)
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

test('[MI5] the image has its content type, and its URL with the fingerprint is cached without a time limit', async () => {
  const get = await open()
  const answer = await get(mapImageAddress(image))
  expect(answer.rawPayload).toEqual(image.bytes)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: '"abc123"',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers['content-security-policy']).toContain("img-src 'self'")
})

test('[MI6] other URLs are revalidated each time, and an unchanged image is not sent again', async () => {
  const get = await open()
  expect((await get('/map-image')).headers['cache-control']).toBe('no-cache')
  expect((await get('/map-image?v=old')).headers['cache-control']).toBe('no-cache')
  expect((await get('/map-image?v=abc123&v=x')).statusCode).toBe(200)
  const same = await get('/map-image', { 'if-none-match': '"zzz", W/"abc123"' })
  expect([same.statusCode, same.rawPayload.length]).toEqual([304, 0])
  expect((await get('/map-image', { 'if-none-match': '"zzz"' })).statusCode).toBe(200)
})

test('[MI7] without an own image the route answers 404', async () => {
  const get = await open(null)
  const answer = await get('/map-image')
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'noMapImage'])
})

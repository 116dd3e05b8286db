import { expect, test } from 'vitest'
import { createSessionCookie, newToken } from './sessionCookie.ts'

const [plain, secure] = [createSessionCookie(false), createSessionCookie(true)]

test('[V3.3.1] over https the cookie has the __Host- prefix, is secure, for all paths and of no domain', () => {
  expect(secure.write('token', 60_000)).toBe(
    '__Host-waterhole_session=token; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

test('[V3.3.4] scripts cannot read the cookie, over http as over https', () => {
  expect(plain.write('token', 60_000)).toBe('waterhole_session=token; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
})

test('[V3.3.1] over https a cookie without the prefix is ignored, because another host of the domain could have set it', () => {
  expect(secure.read('waterhole_session=planted')).toBeNull()
  expect(secure.read('waterhole_session=planted; __Host-waterhole_session=own')).toBe('own')
  expect(plain.read('__Host-waterhole_session=own')).toBeNull()
})

test('[SC39] no cookie, an empty one and one of another name give no token', () => {
  for (const header of [undefined, '', 'waterhole_session=', 'other=1', ';;=;']) expect(plain.read(header)).toBeNull()
  expect(plain.read(plain.write('', 0).split(';')[0])).toBeNull()
})

test('[V7.2.3] a token has 256 bits, and no two are equal', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newToken))
  expect(tokens.size).toBe(1_000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

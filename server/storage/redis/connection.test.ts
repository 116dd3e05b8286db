import { expect, test } from 'vitest'
import { RedisRefusal } from './client.ts'
import { movedTo } from './connection.ts'

const url = 'rediss://hub:secret@one.example:6379/0'

test.each([
  ['MOVED 3999 127.0.0.1:6381', 'rediss://hub:secret@127.0.0.1:6381/0'],
  ['MOVED 3999 two.example:6379', 'rediss://hub:secret@two.example:6379/0'],
  ['MOVED 3999 :7002', 'rediss://hub:secret@one.example:7002/0'],
  ['MOVED 3999 2001:db8::1:6379', 'rediss://hub:secret@[2001:db8::1]:6379/0'],
])('[RC16] %s redirects to that address, with the credentials', (message, there) => {
  expect(movedTo(url, new RedisRefusal(message))).toBe(there)
})

test('[RC17] no other error redirects', () => {
  for (const error of [new RedisRefusal('NOAUTH'), new RedisRefusal('MOVED'), new Error('MOVED 1 a:1'), null])
    expect(movedTo(url, error)).toBeNull()
})

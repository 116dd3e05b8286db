import { describe, expect, test } from 'vitest'
import { decoyHash, hashPassword, isPasswordOf, parsePasswordHash } from './passwordHash.ts'

/** Cheap, because these tests are not about cost. */
const cheap = { N: 2, r: 1, p: 1 }
const hashOf = async (secret: string) => {
  const hash = parsePasswordHash(await hashPassword(secret, cheap))
  if (!hash) throw new Error('A hash of our own cannot be read')
  return hash
}

test('[V11.4.2] a password is stored as scrypt with its own salt: equal passwords have different hashes', {
  tags: 'slow',
}, async () => {
  const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse', cheap)]
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toContain('correct')
  expect(one.split('$')[4]).not.toBe(other.split('$')[4])
})

test('[PW12] only the password matches its hash', async () => {
  const hash = await hashOf('correct horse')
  expect(await isPasswordOf(hash, 'correct horse')).toBe(true)
  for (const wrong of ['correct horse ', 'Correct horse', '', 'correct', 'x'.repeat(1_000)])
    expect(await isPasswordOf(hash, wrong)).toBe(false)
  expect(await isPasswordOf(decoyHash(cheap), '')).toBe(false)
})

test('[PW13] letters that look the same match, however the keyboard encodes them', async () => {
  const hash = await hashOf('Wasserl\u00f6cher')
  expect(await isPasswordOf(hash, 'Wasserlo\u0308cher')).toBe(true)
})

test('[PW14] a hash with the usual cost can be computed', { tags: 'slow' }, async () => {
  const hash = parsePasswordHash(await hashPassword('correct horse'))
  expect(hash && (await isPasswordOf(hash, 'correct horse'))).toBe(true)
})

describe('[PW15] a hash that is malformed or costs too much is rejected', () => {
  const [salt, hash] = ['s'.repeat(22), 'h'.repeat(43)]
  test.each([
    ['', 'nothing'],
    [`scrypt$32768$8$3$${salt}`, 'half of one'],
    [`scrypt$0$8$3$${salt}$${hash}`, 'no work'],
    [`scrypt$1$8$3$${salt}$${hash}`, 'too little work'],
    [`scrypt$32767$8$3$${salt}$${hash}`, 'no power of two'],
    [`scrypt$32768$0$3$${salt}$${hash}`, 'no blocks'],
    [`scrypt$32768$8$0$${salt}$${hash}`, 'no lanes'],
    [`scrypt$32768$8$999$${salt}$${hash}`, 'more lanes than a try may take'],
    [`scrypt$16777216$8$1$${salt}$${hash}`, 'sixteen GB a try'],
    [`bcrypt$32768$8$3$${salt}$${hash}`, 'of another kind'],
    [`scrypt$32768$8$3$${salt}$${hash}$`, 'more than one'],
  ])('%s (%s)', (text) => {
    expect(parsePasswordHash(text)).toBeNull()
  })
})

import { expect, test } from 'vitest'
import { createOriginCheck } from './originCheck.ts'

const check = createOriginCheck(['https://hub.example.org'], false)

test('[OR1] pages of this hub, and of its public address behind a proxy, are let in', () => {
  expect(check('http://127.0.0.1:8080', '127.0.0.1:8080')).toBe(true)
  expect(check('https://hub.example.org', '127.0.0.1:8080')).toBe(true)
})

test('[OR2] foreign pages are not, whatever they call themselves', () => {
  for (const origin of [
    'https://evil.example',
    'https://hub.example.org.evil.example',
    'null',
    '',
    'x',
    'http://127.0.0.1:8081',
  ]) {
    expect(check(origin, '127.0.0.1:8080'), origin).toBe(false)
  }
  expect(check('https://evil.example', undefined)).toBe(false)
})

test('[OR3] programs that name no origin are let in only where that is wanted', () => {
  expect(check(undefined, 'x')).toBe(false)
  expect(createOriginCheck([], true)(undefined, 'x')).toBe(true)
})

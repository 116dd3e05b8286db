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

test('[OR4] with a public address, a page is let in by Host alone only from this machine', () => {
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
    expect(check(`http://${host}`, host)).toBe(true)
  for (const host of ['evil.example', '203.0.113.9:8080', 'localhost.evil.example'])
    expect(check(`http://${host}`, host), host).toBe(false)
})

test('[OR5] without one, a name that somebody pointed at this hub is foreign; its number and its own name are not', () => {
  const plain = createOriginCheck([], false, 'Den.local')
  for (const host of ['127.0.0.1:8080', '[::1]:8080', '192.168.1.5:8080', 'localhost:8080', 'den.local:8080'])
    expect(plain(`http://${host}`, host), host).toBe(true)
  for (const host of ['evil.example', 'evil.example:8080', '127.0.0.1.evil.example'])
    expect(plain(`http://${host}`, host), host).toBe(false)
  expect(plain('ftp://127.0.0.1', '127.0.0.1')).toBe(false)
})

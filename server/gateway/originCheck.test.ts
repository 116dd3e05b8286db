import { expect, test } from 'vitest'
import { createOriginCheck } from './socketServer.ts'

const check = createOriginCheck(['https://hub.example.org'], false)

test('[OR1] pages of this hub, and of its public URL behind a proxy, are admitted', () => {
  expect(check('http://127.0.0.1:8080', '127.0.0.1:8080')).toBe(true)
  expect(check('https://hub.example.org', '127.0.0.1:8080')).toBe(true)
})

test('[OR2] pages of other origins are refused, whatever their name', () => {
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

test('[OR3] programs without an origin are admitted only where allowed', () => {
  expect(check(undefined, 'x')).toBe(false)
  expect(createOriginCheck([], true)(undefined, 'x')).toBe(true)
})

test('[OR4] with a public URL, Host alone admits a page only on loopback', () => {
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
    expect(check(`http://${host}`, host)).toBe(true)
  for (const host of ['evil.example', '203.0.113.9:8080', 'localhost.evil.example'])
    expect(check(`http://${host}`, host), host).toBe(false)
})

test('[OR5] without a public URL, a foreign name that points at this hub is refused; IP addresses and its own name are admitted', () => {
  const plain = createOriginCheck([], false, 'Den.local')
  for (const host of ['127.0.0.1:8080', '[::1]:8080', '192.168.1.5:8080', 'localhost:8080', 'den.local:8080'])
    expect(plain(`http://${host}`, host), host).toBe(true)
  for (const host of ['evil.example', 'evil.example:8080', '127.0.0.1.evil.example'])
    expect(plain(`http://${host}`, host), host).toBe(false)
  expect(plain('ftp://127.0.0.1', '127.0.0.1')).toBe(false)
})

test('[OR6] that a page was admitted by its host admits neither its origin at another host nor another origin at its host', () => {
  const plain = createOriginCheck([], false)
  for (let time = 0; time < 2; time += 1) {
    expect(plain('http://127.0.0.1:8080', '127.0.0.1:8080')).toBe(true)
    expect(plain('http://127.0.0.1:8080', '127.0.0.1:9090')).toBe(false)
    expect(plain('http://127.0.0.1:8080', undefined)).toBe(false)
    expect(plain('http://evil.example', '127.0.0.1:8080')).toBe(false)
  }
})

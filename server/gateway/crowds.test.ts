import { expect, test } from 'vitest'
import { createCrowds } from './crowds.ts'

test('[CR1] one address holds so many connections, and one that has ended makes room', () => {
  const crowds = createCrowds(2)
  const leave = crowds.enter('192.0.2.7')
  crowds.enter('192.0.2.7')
  expect([crowds.isFull('192.0.2.7'), crowds.isFull('192.0.2.8')]).toEqual([true, false])
  leave()
  expect(crowds.isFull('192.0.2.7')).toBe(false)
})

test('[CR2] an IPv6 network counts as one, this machine and those of unknown address not at all', () => {
  const crowds = createCrowds(1)
  for (const address of ['2001:db8::1', '127.0.0.1', '::1', '::ffff:127.0.0.1', null]) crowds.enter(address)
  expect(crowds.isFull('2001:db8::2')).toBe(true)
  expect(['127.0.0.1', '::1', null, '2001:db8:0:1::1'].filter(crowds.isFull)).toEqual([])
})

test('[CR3] with a limit of none any number may come', () => {
  const crowds = createCrowds(0)
  for (let at = 0; at < 500; at += 1) crowds.enter('192.0.2.7')
  expect(crowds.isFull('192.0.2.7')).toBe(false)
})

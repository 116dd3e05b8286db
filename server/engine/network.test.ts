import { expect, test } from 'vitest'
import { isLoopback, networkOf } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:ffff:1:2:3', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['', ''],
  ['nowhere', 'nowhere'],
])('[NW4] the address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('[NW5] every notation of the loopback address is recognised', () => {
  const own = ['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::1%lo']
  const others = ['192.0.2.7', '::2', '::', '1::1', '::ffff:128.0.0.1', '127.evil.example', '']
  expect(own.filter((address) => !isLoopback(address))).toEqual([])
  expect(others.filter(isLoopback)).toEqual([])
})

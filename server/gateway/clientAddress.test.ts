import { describe, expect, test } from 'vitest'
import { createAddressOf } from './clientAddress.ts'

const asking = (forwarded: string | undefined, remoteAddress: string | undefined = '10.0.0.1') => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress },
})
const behindOne = createAddressOf({ isSecure: true, trustedProxies: null })
const behindNone = createAddressOf({ isSecure: false, trustedProxies: null })
const behind = (...trustedProxies: string[]) => createAddressOf({ isSecure: false, trustedProxies })

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['203.0.113.9, 192.0.2.7', '192.0.2.7'],
  ['203.0.113.9,192.0.2.7 ', '192.0.2.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['192.0.2.7:4711', '192.0.2.7'],
])(
  '[AD1] behind a reverse proxy, "%s" means %s: the last entry, which the proxy wrote, whatever clients claim',
  (forwarded, address) => {
    expect(behindOne(asking(forwarded))).toBe(address)
  },
)

test.each([
  [undefined],
  [''],
  ['unknown'],
  ['192.0.2.7, _hidden'],
  ['192.0.2.7,'],
  ['1.2.3.4.5'],
  ['x'.repeat(99_999)],
])('[AD2] an entry that is not an address is ignored: the peer address counts', (forwarded) => {
  expect(behindOne(asking(forwarded))).toBe('10.0.0.1')
})

test('[AD3] without a reverse proxy, the forwarded address is ignored', () => {
  expect(behindNone(asking('192.0.2.7'))).toBe('10.0.0.1')
  expect(behindOne({ headers: {}, socket: { remoteAddress: undefined } })).toBeNull()
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['10.255.0.1', true],
  ['172.16.0.1', true],
  ['172.31.255.255', true],
  ['192.168.1.1', true],
  ['169.254.1.1', true],
  ['::1', true],
  ['fd12::1', true],
  ['fe80::1%eth0', true],
  ['::ffff:10.0.0.1', true],
  ['172.32.0.1', false],
  ['172.15.0.1', false],
  ['203.0.113.5', false],
  ['2001:db8::1', false],
  ['::ffff:203.0.113.5', false],
  ['fec0::1', false],
])('[AD11] without a list of proxies, a forwarded address from %s is trusted: %s', (remote, isBelieved) => {
  const known = behindOne(asking('192.0.2.7', remote))
  if (isBelieved) expect(known).toBe('192.0.2.7')
  else expect(known).toBe(remote.replace('::ffff:', ''))
})

describe('[AD8] only listed reverse proxies are trusted, one hop after the other', () => {
  test.each([
    ['from an untrusted peer', '192.0.2.7', '203.0.113.5', '203.0.113.5'],
    ['through one proxy', '192.0.2.7', '10.0.0.1', '192.0.2.7'],
    ['through two proxies', '192.0.2.7, 10.9.9.9', '10.0.0.1', '192.0.2.7'],
    ['through one proxy, with invented hops before it', '10.1.1.1, 127.0.0.1, 192.0.2.7', '10.0.0.1', '192.0.2.7'],
    [
      'through one proxy, from an untrusted host that quotes trusted ones',
      '10.1.1.1, 192.0.2.7, 10.2.2.2',
      '10.0.0.1',
      '192.0.2.7',
    ],
    ['only trusted hops', '10.3.3.3, 10.2.2.2', '10.0.0.1', '10.3.3.3'],
    ['with a hop that is not an address', '192.0.2.7, unknown, 10.2.2.2', '10.0.0.1', '10.2.2.2'],
    ['from a proxy without a header', undefined, '10.0.0.1', '10.0.0.1'],
  ])('%s', (_what, forwarded, remote, address) => {
    expect(behind('10.0.0.0/8')(asking(forwarded, remote))).toBe(address)
    const secure = createAddressOf({ isSecure: true, trustedProxies: ['10.0.0.0/8'] })
    expect(secure(asking(forwarded, remote))).toBe(address)
  })
})

test('[AD9] an IPv4-mapped IPv6 address equals its IPv4 address, in the list, the peer and the header', () => {
  const address = '192.0.2.7'
  for (const proxies of [['10.0.0.0/8'], ['::ffff:10.0.0.0/104'], ['::ffff:10.0.0.1']])
    for (const remote of ['10.0.0.1', '::ffff:10.0.0.1', '::FFFF:0a00:0001'])
      for (const quoted of [address, '::ffff:192.0.2.7', '[::ffff:c000:207]:99'])
        expect(behind(...proxies)(asking(quoted, remote))).toBe(address)
})

test('[AD10] all spellings and zones of an IPv6 address count as one address', () => {
  const believed = behind('fe80::1', '2001:db8::/32')
  expect(believed(asking('2001:0DB9:0:0::0007', 'fe80::1%eth0'))).toBe('2001:db9::7')
  expect(believed(asking('192.0.2.7', '2001:DB8:ffff::1'))).toBe('192.0.2.7')
  expect(believed(asking('192.0.2.7', '2001:db9::1'))).toBe('2001:db9::1')
})

import { expect, test } from 'vitest'
import { addressOf } from './addressOf.ts'

const asking = (forwarded: string | undefined, remoteAddress: string | undefined = '10.0.0.1') => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress },
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['203.0.113.9, 192.0.2.7', '192.0.2.7'],
  ['203.0.113.9,192.0.2.7 ', '192.0.2.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['192.0.2.7:4711', '192.0.2.7'],
])(
  '[AD1] behind a web server "%s" comes from %s: the last that it wrote, whatever others claim',
  (forwarded, address) => {
    expect(addressOf(asking(forwarded), true)).toBe(address)
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
])('[AD2] what names no address leaves the connection itself', (forwarded) => {
  expect(addressOf(asking(forwarded), true)).toBe('10.0.0.1')
})

test('[AD3] without a web server in front nobody is believed about where they come from', () => {
  expect(addressOf(asking('192.0.2.7'), false)).toBe('10.0.0.1')
  expect(addressOf({ headers: {}, socket: { remoteAddress: undefined } }, true)).toBeNull()
})

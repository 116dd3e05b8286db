import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeCommand, encodeLogin } from '../evrima/channel.ts'
import { readFrames } from './serveClient.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const playerlist = { type: 'command', command: 'playerlist', argument: '' }

test('[RF7] frames are read with the final NUL and without it', () => {
  expect(readFrames(bytes('02 40 00'))).toEqual([playerlist])
  expect(readFrames(bytes('02 40'))).toEqual([playerlist])
  expect(readFrames(bytes('01 70 77'))).toEqual([{ type: 'login', password: 'pw' }])
})

test('[RF8] several frames in one chunk are read one by one', () => {
  expect(readFrames(bytes('02 77 00 02 50 00'))).toEqual([
    { type: 'command', command: 'getplayerdata', argument: '' },
    { type: 'command', command: 'save', argument: '' },
  ])
  expect(readFrames(bytes('01 70 77 00 02 40'))).toEqual([{ type: 'login', password: 'pw' }, playerlist])
})

test('[RF9] the opcode is one raw byte', () => {
  expect(readFrames(bytes('02 90 31 00'))).toEqual([{ type: 'command', command: 'toggleai', argument: '1' }])
  expect(readFrames(bytes('02 c2 90 00'))).toEqual([{ type: 'unknown' }])
})

test('[RF10] the frames of the link are read as sent', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(word, word, (password, argument) => {
      expect(readFrames(Buffer.concat([encodeLogin(password), encodeCommand('announce', argument)]))).toEqual([
        { type: 'login', password },
        { type: 'command', command: 'announce', argument },
      ])
    }),
  )
})

test('[RF11] any bytes are read as some request', () => {
  fc.assert(fc.property(fc.uint8Array(), (chunk) => Array.isArray(readFrames(Buffer.from(chunk)))))
})

import { expect, test } from 'vitest'
import { encodeCommand, encodeLogin } from './channel.ts'
import { announcementText } from './evrimaCommands.ts'

const hex = (bytes: Buffer) => bytes.toString('hex').replaceAll(/(..)(?!$)/g, '$1 ')

test('[EF1] frames have the bytes known from real clients', () => {
  expect(hex(encodeLogin('pw'))).toBe('01 70 77 00')
  expect(hex(encodeCommand('playerlist'))).toBe('02 40 00')
  expect(hex(encodeCommand('save'))).toBe('02 50 00')
  expect(hex(encodeCommand('kick', '765611198'))).toMatch(/^02 30 37 36 35 36 31 31 31 39 38 00$/)
})

test('[EF2] an opcode above 0x7f is one raw byte, and text is UTF-8', () => {
  expect(hex(encodeCommand('toggleai'))).toBe('02 90 00')
  expect(hex(encodeCommand('getqueuestatus'))).toBe('02 93 00')
  expect(hex(encodeCommand('announce', 'é'))).toBe('02 10 c3 a9 00')
})

test('[EF3] an announcement is one line: no part of it can end the frame and start another command', () => {
  expect(announcementText('Hello\r\nthere\u0000\u0002\u0050!')).toBe('Hello there P!')
})

test('[EF4] an announcement that the game would not show is refused with a hint', () => {
  expect(announcementText('x'.repeat(998))).toHaveLength(998)
  expect(() => announcementText('x'.repeat(999))).toThrow('has 999 bytes and the game shows at most 998. Shorten it.')
  expect(() => announcementText('é'.repeat(500))).toThrow('has 1000 bytes')
  expect(() => announcementText(' \n ')).toThrow('is empty')
})

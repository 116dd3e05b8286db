import { expect, test } from 'vitest'
import { UnusablePlace, unusableOf, wordsOf } from './unusablePlace.ts'

const backups = { named: 'BACKUP_DIR is /b', path: '/b', instead: 'set BACKUP_DIR to another folder' }
const systemError = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: words of the system`), { code, path })

test.each([
  [
    'EACCES',
    '/b',
    'BACKUP_DIR is /b, which may not be used by the user that this program runs as. Give that user permission for it and for the folders above it, or set BACKUP_DIR to another folder.',
  ],
  [
    'EEXIST',
    '/b',
    'BACKUP_DIR is /b, which is a file, and a folder is needed there. Move that file away, or set BACKUP_DIR to another folder.',
  ],
  [
    'ENOSPC',
    undefined,
    'BACKUP_DIR is /b, which has no room left: its disk is full, or a quota is used up. Free some space there, or set BACKUP_DIR to another folder.',
  ],
  [
    'EROFS',
    '/b/x',
    'BACKUP_DIR is /b. There, /b/x cannot be written: its disk is read-only. Make that disk writable, or set BACKUP_DIR to another folder.',
  ],
])('[UP1300] %s at %s is put into words, with what was named and what to do', (code, path, says) => {
  const error = systemError(code, path)
  const told = unusableOf(error, backups)
  expect(told).toBeInstanceOf(UnusablePlace)
  expect(told).toMatchObject({ message: says, cause: error })
})

test('[UP1301] an error that is not about the place stays what it is', () => {
  for (const error of [new Error('other'), systemError('EPIPE'), systemError('EACCES', '/bb/x'), 'text'])
    expect(unusableOf(error, backups)).toBe(error)
})

test('[UP1400] an error of a connection is not taken for one of the file that is written', () => {
  for (const [code, syscall] of [
    ['EACCES', 'connect'],
    ['EPERM', 'connect'],
    ['EACCES', 'listen'],
    ['ENOTCONN', 'shutdown'],
  ] as const) {
    const error = Object.assign(new Error(`${syscall} ${code} 192.0.2.7:8888`), { code, syscall })
    expect(wordsOf(error, 'name another file with --out')).toBe(error.message)
    expect(unusableOf(error, backups)).toBe(error)
  }
})

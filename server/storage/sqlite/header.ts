import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { StorePaths } from './paths.ts'
import { damaged, foreign, newer, unreachable } from './remedies.ts'
import { APPLICATION_ID, SCHEMA_VERSION } from './schema.ts'

const MAGIC = 'SQLite format 3\0'
const HEADER = 100
/** Offsets in the database header: sqlite.org/fileformat2.html, "The Database Header". */
const WRITE_FORMAT = 18
const READ_FORMAT = 19
const USER_VERSION = 60
const APPLICATION = 68
const LOGGED = 2

const readHeader = (paths: StorePaths) => {
  const header = Buffer.alloc(HEADER)
  let file: number
  try {
    file = openSync(paths.database, 'r')
  } catch (error) {
    throw unreachable(paths.database, `cannot be opened (${error instanceof Error ? error.message : error}).`)
  }
  try {
    readSync(file, header, 0, HEADER, 0)
    return header
  } finally {
    closeSync(file)
  }
}

/** Whether the file is a journal that this release can read, by its first hundred bytes. @throws Damage */
export const checkHeader = (paths: StorePaths) => {
  const stat = statSync(paths.database)
  if (!stat.isFile()) throw foreign(paths, 'is not a file.')
  if (stat.size === 0) throw damaged(paths, 'is empty.')
  const header = readHeader(paths)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw foreign(paths, 'is not an SQLite database.')
  if (stat.size < HEADER) throw damaged(paths, 'is cut short.')
  if (header.readUInt32BE(APPLICATION) !== APPLICATION_ID) throw foreign(paths, 'is the database of another program.')
  const version = header.readUInt32BE(USER_VERSION)
  if (version > SCHEMA_VERSION) {
    throw newer(paths, `was written in form ${version}; this release knows forms up to ${SCHEMA_VERSION}.`)
  }
  if (version < 1 || header[WRITE_FORMAT] !== LOGGED || header[READ_FORMAT] !== LOGGED) {
    throw damaged(paths, 'has a damaged header.')
  }
}

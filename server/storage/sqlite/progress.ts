import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { StorePaths } from './paths.ts'
import { damaged } from './problems.ts'

/**
 * How far the store was when it last acknowledged a write. To SQLite a log that lost its end is not damaged, only shorter: this file
 * detects it. It is written after the database and never before, so it may lag behind (after a power cut) and never lead. One line of
 * fixed length, overwritten in place: needs no space and no sync.
 */
export interface Progress {
  readonly epoch: number
  readonly seq: number
  readonly checkpointSeq: number
}

const LENGTH = 128
const FORM = /^waterhole epoch (\d+) seq (\d+) checkpoint (\d+)$/

const toLine = ({ epoch, seq, checkpointSeq }: Progress) => {
  const text = `waterhole epoch ${epoch} seq ${seq} checkpoint ${checkpointSeq}`
  return `${`${text} crc ${crc32(text)}`.padEnd(LENGTH - 1)}\n`
}

/** Null when there is none: a new store, or a copy of the database alone. @throws Damage */
export const readProgress = (paths: StorePaths, exists: boolean): Progress | null => {
  if (!exists) return null
  const line = readFileSync(paths.progress, 'latin1')
  const [text = '', crc = ''] = line.trimEnd().split(' crc ')
  const [found, epoch, seq, checkpointSeq] = FORM.exec(text) ?? []
  const progress = { epoch: Number(epoch), seq: Number(seq), checkpointSeq: Number(checkpointSeq) }
  if (!found || line.length !== LENGTH || line !== toLine(progress) || Number(crc) !== crc32(text)) {
    throw damaged(paths, 'is not as the hub wrote it.', paths.progress)
  }
  return progress
}

export const openProgressFile = (paths: StorePaths, exists: boolean, first: Progress) => {
  if (!exists) createFile(paths, first)
  const file = openSync(paths.progress, 'r+')
  writeSync(file, toLine(first), 0)
  return {
    /** Never fails: what it says is durable already, and a file that lags only detects less. */
    write(progress: Progress) {
      try {
        writeSync(file, toLine(progress), 0)
      } catch {
        return
      }
    },
    close() {
      closeSync(file)
    },
  }
}

/** Written under another name first: a progress file that exists is always complete. */
const createFile = (paths: StorePaths, progress: Progress) => {
  const fresh = `${paths.progress}.new`
  const file = openSync(fresh, 'w', 0o600)
  try {
    writeSync(file, toLine(progress))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, paths.progress)
}

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { StorePaths } from './folder.ts'
import { damaged } from './problems.ts'

/**
 * How far the store had come when it last said "durable". A log that lost its end is not damaged in SQLite's eyes, only
 * shorter; the mark knows better. It is written after the database and never before, so it may lag (a power cut) and
 * never lead. One line of fixed length, overwritten in place: needs no room and no sync.
 */
export interface Progress {
  readonly epoch: number
  readonly seq: number
  readonly checkpointSeq: number
}

const LENGTH = 128
const FORM = /^waterhole epoch (\d+) seq (\d+) checkpoint (\d+)$/

const toLine = ({ epoch, seq, checkpointSeq }: Progress) => {
  const words = `waterhole epoch ${epoch} seq ${seq} checkpoint ${checkpointSeq}`
  return `${`${words} crc ${crc32(words)}`.padEnd(LENGTH - 1)}\n`
}

/** Null when there is none: a new store, or a copy of the database alone. @throws Damage */
export const readProgress = (paths: StorePaths, present: boolean): Progress | null => {
  if (!present) return null
  const line = readFileSync(paths.progress, 'latin1')
  const [words = '', crc = ''] = line.trimEnd().split(' crc ')
  const found = FORM.exec(words)
  if (!found || line.length !== LENGTH || line !== toLine(toMark(found)) || Number(crc) !== crc32(words)) {
    throw damaged(paths, 'is not as the hub wrote it.', paths.progress)
  }
  return toMark(found)
}

const toMark = ([, epoch, seq, checkpointSeq]: RegExpExecArray): Progress => ({
  epoch: Number(epoch),
  seq: Number(seq),
  checkpointSeq: Number(checkpointSeq),
})

/** Made whole under another name first: a mark that exists is always complete. */
const createMarkFile = (paths: StorePaths, mark: Progress) => {
  const fresh = `${paths.progress}.new`
  const file = openSync(fresh, 'w', 0o600)
  try {
    writeSync(file, toLine(mark))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, paths.progress)
}

export const openProgressFile = (paths: StorePaths, isThere: boolean, first: Progress) => {
  if (!isThere) createMarkFile(paths, first)
  const file = openSync(paths.progress, 'r+')
  writeSync(file, toLine(first), 0)
  return {
    /** Never fails: what is marked is durable already, and a mark that lags only sees less. */
    write(mark: Progress) {
      try {
        writeSync(file, toLine(mark), 0)
      } catch {
        return
      }
    },
    close() {
      closeSync(file)
    },
  }
}

import { createLineDecoder, type DecodedLine, encodingOf, type LineDecoder, longestLine } from './lineDecoder.ts'
import {
  createLogFiles,
  hasFirstLine,
  isAfter,
  isMarked,
  type LogFile,
  type LogFileMark,
  type LogFolder,
  logNames,
  markOf,
  mostHeadBytes,
} from './logFiles.ts'

/** Where reading goes on. Plain data, to be stored in one journal entry with what was read before it. */
export interface LogPosition {
  /** Null while there has been no log: the first that appears is read from its beginning. */
  readonly file: LogFileMark | null
  /** Bytes from the beginning of the file: the end of a line, or within one that is too long. */
  readonly offset: number
  /** Whether `offset` is within a line that is too long and is skipped to its end. */
  readonly isSkipping: boolean
}

export interface LogBatch<Entry> {
  readonly entries: readonly Entry[]
  /** The same object as was given where nothing new was read, so that there is nothing to store. */
  readonly position: LogPosition
  /** Whether there is more to read at once. */
  readonly isMore: boolean
  /** The file that was read. Null where there is none; `missing` says why. */
  readonly file: string | null
  /** `noFile`: a link or a folder has the name of the log. */
  readonly missing: 'absent' | 'noFile' | null
  /** Bytes of that file that are still to be read, of a line that is still being written included. */
  readonly behindBytes: number
  /** Lines that were read, and those that were too long. */
  readonly lines: number
  readonly skippedLines: number
  /** Lines were lost: the file in which the position was is neither there nor kept under another name, or was emptied. */
  readonly isLost: boolean
}

export interface LogFollower<Entry> {
  /**
   * Reads on from a position, in a bounded batch. Between calls it remembers nothing that matters: a batch whose position was not stored is
   * read again by the next call from the former one, by this process or another, and yields the same lines.
   * @param position null at the first start
   * @throws FolderError
   */
  next(position: LogPosition | null): Promise<LogBatch<Entry>>
}

interface FollowerOptions<Entry> {
  readonly folder: LogFolder
  /** Within the folder: `Logs`. */
  readonly directory?: string
  /** What may be the log; of several the one that was written last. */
  readonly names?: readonly string[]
  /** What is kept of a line; null: nothing. `createLineParser().eventOf` fits. */
  readonly entryOf: (line: string) => Entry | null
  /** Where the first start begins. A log can be gigabytes long. */
  readonly startAt?: 'start' | 'end'
  /** Of one batch. */
  readonly mostBytes?: number
  readonly mostEntries?: number
}

const pieceBytes = 16 * 1024

const nowhere: LogPosition = { file: null, offset: 0, isSkipping: false }

/**
 * Follows the game's log: new bytes only, over rotation, truncation and restarts of either side. Files are distinguished by how they begin.
 * The head of a file is read after the bytes, so that bytes of another file, put in its place in between, are never taken for its own.
 */
export function createLogFollower<Entry>({
  folder,
  directory = '',
  names = logNames,
  entryOf,
  startAt = 'end',
  mostBytes = 256 * 1024,
  mostEntries = 1_000,
}: FollowerOptions<Entry>): LogFollower<Entry> {
  const files = createLogFiles(folder, directory, names)
  /** The last call that read nothing: as long as the file is the same, there is nothing to read from there. */
  let idle: string | null = null

  const empty = (position: LogPosition, more: Partial<LogBatch<Entry>> = {}): LogBatch<Entry> => ({
    entries: [],
    position,
    isMore: false,
    file: null,
    missing: null,
    behindBytes: 0,
    lines: 0,
    skippedLines: 0,
    isLost: false,
    ...more,
  })

  /** @returns `other` when the file under this path is not that of the position, `short` when it ends before the position */
  async function readOn(file: LogFile, position: LogPosition, mark: LogFileMark, isEnded: boolean) {
    // One byte more, because sizes may be reported late: it proves that the file reaches the position.
    const before = position.offset > 0 ? 1 : 0
    const read = await files.read(file, position.offset - before, Math.max(mostBytes, 2 * longestLine) + before)
    const head = await files.read(file, 0, mostHeadBytes)
    if (read === null || head === null || !isMarked(head, mark)) return 'other'
    if (read.length < before) return 'short'

    const bytes = read.subarray(before)
    const decoder = createLineDecoder(encodingOf(head), position)
    const batch = take(decoder, bytes, isEnded && position.offset + bytes.length >= file.entry.size)
    const { offset, isSkipping } = batch.place
    const size = Math.max(file.entry.size, position.offset + bytes.length)
    const isMoved = offset !== position.offset || isSkipping !== position.isSkipping
    return empty(isMoved ? { file: markOf(head, file.entry), offset, isSkipping } : position, {
      entries: batch.entries,
      lines: batch.lines,
      skippedLines: decoder.skipped(),
      isMore: isMoved && (batch.isFull || position.offset + bytes.length < size),
      file: file.path,
      behindBytes: size - offset,
    })
  }

  /** Lines until the batch is full. In pieces, so that lines behind its end are hardly decoded. */
  function take(decoder: LineDecoder, bytes: Buffer, isEnd: boolean) {
    const entries: Entry[] = []
    let lines = 0
    /** @returns whether the batch is full */
    const add = ({ text }: DecodedLine) => {
      lines++
      const entry = entryOf(text)
      if (entry !== null) entries.push(entry)
      return entries.length >= mostEntries
    }
    for (let at = 0; at < bytes.length; at += pieceBytes)
      for (const line of decoder.push(bytes.subarray(at, at + pieceBytes)))
        if (add(line)) return { entries, lines, place: { offset: line.end, isSkipping: false }, isFull: true }
    const rest = isEnd ? decoder.rest() : null
    if (rest === null) return { entries, lines, place: decoder.place(), isFull: false }
    add(rest)
    return { entries, lines, place: { offset: rest.end, isSkipping: false }, isFull: false }
  }

  /** The position before the first line of a file; null while that line is not whole. */
  async function beginningOf(file: LogFile): Promise<LogPosition | null> {
    const head = await files.read(file, 0, mostHeadBytes)
    if (head === null || !hasFirstLine(head)) return null
    return { file: markOf(head, file.entry), offset: encodingOf(head).markBytes, isSkipping: false }
  }

  /** The position behind the last whole line. */
  async function endOf(file: LogFile): Promise<LogPosition | null> {
    const near = Math.max(0, file.entry.size - longestLine)
    const from = near - (near % 2)
    const tail = await files.read(file, from, longestLine + 1)
    const head = await files.read(file, 0, mostHeadBytes)
    if (tail === null || head === null || !hasFirstLine(head)) return null
    const encoding = encodingOf(head)
    const begin = Math.max(from, encoding.markBytes)
    const decoder = createLineDecoder(encoding, { offset: begin, isSkipping: from > 0 })
    decoder.push(tail.subarray(begin - from))
    return { file: markOf(head, file.entry), ...decoder.place() }
  }

  async function first(current: LogFile | null): Promise<LogBatch<Entry>> {
    const begun = current && (await (startAt === 'end' ? endOf(current) : beginningOf(current)))
    return empty(begun ?? nowhere, { file: current?.path ?? null, isMore: begun !== null && startAt === 'start' })
  }

  /** The position's file is not the current one: it was renamed, copied, emptied or removed. */
  async function afterRotation(current: LogFile | null, position: LogPosition, mark: LogFileMark) {
    // Before the list: a file that is begun after it can then not be taken for the one that follows.
    const begun = current && (await beginningOf(current))
    const others = await files.others(current)
    const own = await files.find(others, mark)
    const batch = own && (await readOn(own, position, mark, true))
    if (batch === 'other') return empty(position)
    if (batch !== null && batch !== 'short' && batch.position !== position) return { ...batch, isMore: true }

    const isLater = (file: LogFile) =>
      own === null ? file.entry.modifiedAt > mark.modifiedAt : file.path !== own.path && isAfter(file, own)
    const following = others.find(isLater)
    const next = following === undefined ? begun : await beginningOf(following)
    // The same file, emptied down to its first lines: those were read.
    const at = current !== null && own === null && next?.file?.head === mark.head ? await endOf(current) : next
    if (at === null || (own !== null && at.file?.head === mark.head)) return empty(position)
    return empty(at, {
      isMore: true,
      isLost: own === null || batch === 'short',
      file: (following ?? current)?.path ?? null,
    })
  }

  async function read(current: LogFile | null, position: LogPosition): Promise<LogBatch<Entry>> {
    const { file: mark } = position
    if (mark === null) {
      const begun = current && (await beginningOf(current))
      return empty(begun ?? position, { isMore: begun !== null, file: current?.path ?? null })
    }
    const batch = current === null ? 'other' : await readOn(current, position, mark, false)
    return typeof batch === 'string' ? afterRotation(current, position, mark) : batch
  }

  return {
    async next(position) {
      const found = await files.current()
      const current = typeof found === 'string' ? null : found
      const missing = typeof found === 'string' ? found : null
      if (position === null) return { ...(await first(current)), missing }

      const look = JSON.stringify([current?.path, current?.entry, position])
      if (current !== null && idle === look)
        return empty(position, { file: current.path, behindBytes: Math.max(0, current.entry.size - position.offset) })
      const batch = await read(current, position)
      idle = batch.position === position && !batch.isMore ? look : null
      return { ...batch, missing }
    },
  }
}

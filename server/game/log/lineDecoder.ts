/** Bytes of the longest line that is read. The game's own have some hundred; a longer one is skipped to its end. */
export const longestLine = 64_000

export interface LogEncoding {
  readonly name: 'utf8' | 'utf16le' | 'utf16be'
  /** Bytes before the first line. */
  readonly markBytes: number
  /**
   * What ends a line. Where the first line ends with CR LF, so does every other, and a lone LF is part of a line: it comes from a player's
   * name or text, and what follows it is not a line of the game.
   */
  readonly lineEnd: '\n' | '\r\n'
}

/** @param head the first bytes of a file, with at least its first line */
export function encodingOf(head: Buffer): LogEncoding {
  const { name, markBytes } = unitsOf(head)
  const width = name === 'utf8' ? 1 : 2
  const end = nextLineFeed(head, markBytes, { name, markBytes })
  const before = end - width
  const isCarriage =
    before >= markBytes &&
    head[name === 'utf16be' ? before + 1 : before] === 13 &&
    (width === 1 || isHighZero(head, before, name))
  return { name, markBytes, lineEnd: end >= 0 && isCarriage ? '\r\n' : '\n' }
}

type Units = Omit<LogEncoding, 'lineEnd'>

/** By its mark; without one, UTF-16 has a zero in each of the first units, which are Latin in every line of the game. */
function unitsOf(head: Buffer): Units {
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'utf16le', markBytes: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf16be', markBytes: 2 }
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { name: 'utf8', markBytes: 3 }
  if (head.length >= 4 && head[0] !== 0 && head[1] === 0 && head[2] !== 0 && head[3] === 0)
    return { name: 'utf16le', markBytes: 0 }
  if (head.length >= 4 && head[0] === 0 && head[1] !== 0 && head[2] === 0 && head[3] !== 0)
    return { name: 'utf16be', markBytes: 0 }
  return { name: 'utf8', markBytes: 0 }
}

const isHighZero = (bytes: Buffer, unit: number, name: LogEncoding['name']) =>
  bytes[name === 'utf16be' ? unit : unit + 1] === 0

/** Where the unit of the next LF begins, from a place between units; -1 where there is none, or only half of it. */
function nextLineFeed(bytes: Buffer, from: number, { name }: Units, unitStart = from): number {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (name === 'utf8') return at
    const unit = name === 'utf16be' ? at - 1 : at
    if (unit >= from && (unit - unitStart) % 2 === 0 && unit + 1 < bytes.length && isHighZero(bytes, unit, name))
      return unit
  }
  return -1
}

export interface DecodedLine {
  /** Without its end. Bytes that are not text are U+FFFD. */
  readonly text: string
  /** Bytes from the beginning of the file to behind its end. */
  readonly end: number
}

/** Where reading goes on: behind a whole line, or within one that is too long and is skipped. */
export interface LinePlace {
  readonly offset: number
  readonly isSkipping: boolean
}

export interface LineDecoder {
  /** The next bytes, split anywhere. Empty lines are left out. */
  push(chunk: Buffer): readonly DecodedLine[]
  /** The last line of a file that will not grow, without an end; null where there is none. */
  rest(): DecodedLine | null
  /** Behind the last whole line. A decoder that is made with it continues exactly there. */
  place(): LinePlace
  /** Lines that were too long, counted where they begin. */
  skipped(): number
}

/**
 * Turns bytes into lines. It holds at most one half line of `longest` bytes.
 * @param place at the beginning of a line, or what another decoder's `place` returned
 */
export function createLineDecoder(encoding: LogEncoding, place: LinePlace, longest = longestLine): LineDecoder {
  const width = encoding.name === 'utf8' ? 1 : 2
  let { offset, isSkipping } = place
  /** Begins at `offset`. */
  let pending: Buffer = Buffer.alloc(0)
  let skipped = 0

  /** @returns the place behind the end of the line that begins at `from`, or -1 */
  function lineEndAfter(bytes: Buffer, from: number): number {
    for (let at = from; ; ) {
      const feed = nextLineFeed(bytes, at, encoding, from)
      if (feed < 0) return -1
      if (encoding.lineEnd === '\n' || isCarriage(bytes, feed - width, from)) return feed + width
      at = feed + width
    }
  }

  const isCarriage = (bytes: Buffer, unit: number, from: number) =>
    unit >= from &&
    bytes[encoding.name === 'utf16be' ? unit + 1 : unit] === 13 &&
    (width === 1 || isHighZero(bytes, unit, encoding.name))

  /** What is kept of a line that is skipped: enough to see an end that is split over two chunks. */
  const tailBytes = 2 * width

  function keep(bytes: Buffer) {
    const isTooLong = bytes.length > longest
    if (isTooLong && !isSkipping) skipped++
    isSkipping ||= isTooLong
    const dropped = isSkipping ? Math.max(0, bytes.length - tailBytes) : 0
    const whole = dropped - (dropped % width)
    // A copy: a view would keep the whole chunk in memory.
    pending = Buffer.from(bytes.subarray(whole))
    offset += whole
  }

  return {
    push(chunk) {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const lines: DecodedLine[] = []
      let from = 0
      for (let end = lineEndAfter(bytes, 0); end >= 0; end = lineEndAfter(bytes, from)) {
        const isTooLong = end - from > longest
        if (isTooLong && !isSkipping) skipped++
        offset += end - from
        const text = isSkipping || isTooLong ? '' : textOf(bytes, from, end, encoding.name)
        if (text !== '') lines.push({ text, end: offset })
        isSkipping = false
        from = end
      }
      keep(bytes.subarray(from))
      return lines
    },
    rest() {
      const whole = pending.length - (pending.length % width)
      const text = isSkipping ? '' : textOf(pending, 0, whole, encoding.name)
      return text === '' ? null : { text, end: offset + pending.length }
    },
    place: () => ({ offset, isSkipping }),
    skipped: () => skipped,
  }
}

function textOf(bytes: Buffer, from: number, end: number, name: LogEncoding['name']): string {
  const text =
    name === 'utf16be'
      ? Buffer.from(bytes.subarray(from, end)).swap16().toString('utf16le')
      : bytes.toString(name, from, end)
  // A game that was cut off by a failing machine leaves zeros before its next line.
  const start = text.charCodeAt(0) === 0 ? text.search(/[^\0]/) : 0
  let length = text.length
  while (length > 0 && (text.charCodeAt(length - 1) === 10 || text.charCodeAt(length - 1) === 13)) length--
  return start < 0 ? '' : text.slice(start, length)
}

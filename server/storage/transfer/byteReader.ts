import type { FileHandle } from 'node:fs/promises'

const CHUNK = 1 << 18
const LINE_END = 10

/** Reads a file from its beginning, once, by lines and by lengths, and holds no more of it than is asked for. */
export const createByteReader = (file: FileHandle) => {
  let held = Buffer.alloc(0)
  let at = 0
  let isRead = false

  /** False at the end of the file. */
  const more = async (): Promise<boolean> => {
    const chunk = Buffer.allocUnsafe(CHUNK)
    const { bytesRead } = await file.read(chunk, 0, CHUNK, at)
    at += bytesRead
    held = Buffer.concat([held, chunk.subarray(0, bytesRead)])
    isRead = bytesRead === 0
    return !isRead
  }
  const takeBytes = (length: number) => {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  return {
    /** The next line without its end. Null where no line ends within `longest` bytes, as at the end of the file. */
    async line(longest: number): Promise<string | null> {
      let end = held.indexOf(LINE_END)
      while (end < 0 && held.length < longest && (await more())) end = held.indexOf(LINE_END)
      if (end < 0 || end > longest) return null
      return takeBytes(end + 1)
        .subarray(0, end)
        .toString('utf8')
    },
    /** Null where there are fewer. */
    async bytes(length: number): Promise<Buffer | null> {
      const { size } = await file.stat()
      if (size - at + held.length < length) return null
      const chunks: Buffer[] = []
      let missing = length
      while (missing > 0) {
        if (held.length === 0 && !(await more())) return null
        const taken = takeBytes(Math.min(missing, held.length))
        chunks.push(taken)
        missing -= taken.length
      }
      return Buffer.concat(chunks)
    },
    /** Its end was reached, whether or not all before that was taken. */
    hasReachedEnd: () => isRead,
    isAtEnd: async () => held.length === 0 && !(await more()),
  }
}
export type ByteReader = ReturnType<typeof createByteReader>

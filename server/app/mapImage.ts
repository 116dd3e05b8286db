import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { bytesInWords } from '../../shared/engine/bytes.ts'
import { ConfigError } from '../config/configError.ts'

const mostBytes = 40_000_000

/** The owner's image of the map, as it was at start. */
export interface MapImage {
  readonly bytes: Buffer
  readonly contentType: string
  /** Differs between images. */
  readonly fingerprint: string
}

/** Reads the file once: later changes of the file have no effect until the next start. @throws ConfigError */
export function readMapImage(path: string): MapImage {
  const bytes = contents(path)
  const contentType = typeOf(bytes)
  if (!contentType)
    return refuse(
      path,
      'it is not a PNG, JPEG or WebP picture, despite its name',
      'Save it as one of these, such as map.webp',
    )
  return { bytes, contentType, fingerprint: createHash('sha256').update(bytes).digest('hex').slice(0, 16) }
}

function refuse(path: string, wrong: string, mend: string): never {
  throw new ConfigError(`MAP_IMAGE holds "${path}"; ${wrong}. ${mend}, or leave MAP_IMAGE out.`)
}

function contents(path: string): Buffer {
  try {
    const stats = statSync(path)
    if (!stats.isFile())
      return refuse(path, 'that is a folder or no file at all', 'Give the path of the picture itself')
    if (stats.size > mostBytes)
      return refuse(
        path,
        `it has ${bytesInWords(stats.size)}, and the limit is ${bytesInWords(mostBytes)}`,
        'Make it smaller, for example by saving it as WebP',
      )
    if (stats.size === 0) return refuse(path, 'it is empty', 'Copy the picture there again')
    return readFileSync(path)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return refuse(path, 'there is no such file', 'Put the picture there')
    return refuse(path, `it cannot be read (${code})`, 'Let the user that runs the hub read it')
  }
}

/** By the first bytes, since a file name may be wrong. */
function typeOf(bytes: Buffer): string | null {
  const startsWith = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex
  if (startsWith('89504e470d0a1a0a')) return 'image/png'
  if (startsWith('ffd8ff')) return 'image/jpeg'
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'image/webp' : null
}

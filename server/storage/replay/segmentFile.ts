import { createHash } from 'node:crypto'

/** The first bytes of every file: by them we know our own. */
const mark = Buffer.from('waterhole replay 1\n')
const sumBytes = 32

/** A file as it is written: mark, SHA-256 of the body, body. */
export const fileOf = (body: Uint8Array): Uint8Array => Buffer.concat([mark, sumOf(body), body])

export type ReadFile =
  | { readonly kind: 'whole'; readonly body: Uint8Array }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'foreign' }

/** How much of a file `isOurs` has to see. */
export const markBytes = mark.length
export const isOurs = (bytes: Uint8Array) => mark.equals(bytes.subarray(0, mark.length))

export function readFileOf(bytes: Uint8Array): ReadFile {
  if (!isOurs(bytes)) return { kind: 'foreign' }
  const sum = bytes.subarray(mark.length, mark.length + sumBytes)
  // A copy: a body that only shows a part of the file would hold all of it in memory.
  const body = Uint8Array.from(bytes.subarray(mark.length + sumBytes))
  return sumOf(body).equals(sum) ? { kind: 'whole', body } : { kind: 'damaged' }
}

const sumOf = (body: Uint8Array) => createHash('sha256').update(body).digest()

import type { Squeeze } from '../shelf.ts'

/** Nothing is made smaller: how that is done is the affair of the store. */
export const plainSqueeze: Squeeze = {
  pack: (text) => Buffer.from(text),
  unpack: (packed) => Buffer.from(packed).toString(),
}

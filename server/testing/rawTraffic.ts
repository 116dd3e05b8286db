import type { DocumentId } from '../../shared/engine/document.ts'
import { type Change, Down } from '../../shared/protocol/down.ts'

/** What came over one socket, in its order. */
export type Traffic =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'frame'; readonly stream: DocumentId; readonly frame: Uint8Array }

const binaryEvent = /^51-(\["positions",.*\])$/s
const textEvent = /^2(\[.*\])$/s

/**
 * Reads the messages of a socket below all decoding: nothing that reached this machine can be missed. Words that carry neither
 * documents nor frames are passed over.
 */
export function createRawReader(raw: readonly (string | Uint8Array)[]) {
  let next = 0
  let announced: DocumentId | null = null

  const read = (message: string | Uint8Array): Traffic[] => {
    if (typeof message !== 'string') {
      if (announced === null) throw new Error('A binary message that no event announced')
      const traffic: Traffic = { kind: 'frame', stream: announced, frame: message }
      announced = null
      return [traffic]
    }
    announced = streamOf(message)
    const [event, payload] = wordsOf(message)
    return event === 'down' ? Down.parse(payload).changes.map((change) => ({ kind: 'change', change })) : []
  }
  return {
    /** What has come since the last time. */
    take: () => {
      const those = raw.slice(next)
      next = raw.length
      return those.flatMap(read)
    },
  }
}

const streamOf = (message: string) => {
  const json = binaryEvent.exec(message)?.[1]
  return json ? ((JSON.parse(json) as [string, DocumentId])[1] ?? null) : null
}
const wordsOf = (message: string): unknown[] => {
  const json = textEvent.exec(message)?.[1]
  return json ? (JSON.parse(json) as unknown[]) : []
}

import { type DocumentId, documentId } from '../../../shared/engine/document.ts'
import type { Hub } from '../../engine/hub.ts'
import { club } from '../../testing/sampleFeature.ts'
import type { StreamFamily } from '../streams.ts'
import type { RawClient } from './rawClient.ts'

export const clubFrames = 'clubFrames'
export const framesOfClub = (key: string): DocumentId => `${clubFrames}/${key}`

/** A stream for a club's members. Its frames are text, so that they can be found in the bytes written to a socket. */
export function createClubStream(hub: Pick<Hub, 'read'>) {
  let offered = 0
  const family: StreamFamily = {
    kind: clubFrames,
    mayWatch: (principal, key) => club.readableBy(principal, key, hub.read(club, key), hub.read),
    decidedBy: (key) => [documentId(club, key)],
    key: (key) => Buffer.from(`<key ${key} ${offered}>`),
  }
  return {
    family,
    delta(key: string) {
      offered += 1
      return Buffer.from(`<delta ${key} ${offered}>`)
    },
  }
}

/** The frames that a client received, as text. */
export const frameTexts = (client: RawClient) => client.frames().map((frame) => Buffer.from(frame).toString())

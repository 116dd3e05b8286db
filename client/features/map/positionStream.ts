import { useEffect, useRef } from 'react'
import type { DocumentId } from '../../../shared/engine/document.ts'
import {
  type Applied,
  createPositionsDecoder,
  type PositionsDecoder,
} from '../../../shared/protocol/positions/positionsDecoder.ts'
import { useStream } from '../../connection/useStream.ts'
import type { MarkerLayer } from '../../map/markerLayer.ts'

/** The stream's heading is in 64ths of a turn clockwise from east, -1 while unknown; the map's in degrees from north. */
export const degreesOf = (heading: number): number | null => (heading < 0 ? null : (heading * (360 / 64) + 90) % 360)

/** The slots that a stream fills. Two streams that feed one herd must not share any. */
type SlotFilter = (slot: number) => boolean

const everySlot: SlotFilter = () => true

/** Whether an animal was read there already, and is there or on its way. */
const isKnown = ({ tracks }: MarkerLayer, slot: number, x: number, y: number) => {
  const goal = tracks.poseAt(slot, Number.POSITIVE_INFINITY)
  return goal !== null && goal.x === x && goal.y === y
}

/**
 * Gives what a frame says to the herd. A frame of the same moment as the last one is no new reading: it takes somebody
 * away, and those who stay ease on as they did. Whoever is no longer in the stream is forgotten; slots that are not the stream's
 * own are left to the stream that fills them.
 * @param now the clock of the tracks, ms @param everyMs until the next frame @returns what the decoder made of it
 */
export function applyFrame(
  decoder: PositionsDecoder,
  frame: Uint8Array,
  markerLayer: MarkerLayer,
  now: number,
  everyMs: number,
  ownSlots: SlotFilter = everySlot,
): Applied {
  const before = decoder.at()
  const applied = decoder.apply(frame)
  if (applied !== 'ok') return applied
  const isReading = decoder.at() !== before
  const present = new Set<number>()
  decoder.visit((slot, x, y, heading) => {
    if (!ownSlots(slot)) return
    present.add(slot)
    if (!isReading && isKnown(markerLayer, slot, x, y)) return
    markerLayer.tracks.receive(slot, { x, y, heading: degreesOf(heading) }, now, everyMs)
  })
  markerLayer.tracks.keepOnly(present, ownSlots)
  markerLayer.notifyChanged()
  return applied
}

const none: ReadonlySet<number> = new Set()

/**
 * Lets the frames of the stream move the herd, past React. Whom it told of is forgotten when it is no longer watched.
 * @param everyMs how long until the next reading
 * @param ownSlots the slots that this stream fills, where another stream feeds the same herd; all if not told. Must be
 * the same function from one rendering to the next.
 */
export function usePositions(id: DocumentId, markerLayer: MarkerLayer, everyMs: number, ownSlots?: SlotFilter) {
  const reading = useRef({ id, decoder: createPositionsDecoder() })
  if (reading.current.id !== id) reading.current = { id, decoder: createPositionsDecoder() }
  const stream = useStream(id, (frame) => {
    const { decoder } = reading.current
    if (applyFrame(decoder, frame, markerLayer, markerLayer.now(), everyMs, ownSlots) !== 'ok') stream.again()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream is another herd of animals
  useEffect(
    () => () => {
      markerLayer.tracks.keepOnly(none, ownSlots)
      markerLayer.notifyChanged()
    },
    [id, markerLayer, ownSlots],
  )
}

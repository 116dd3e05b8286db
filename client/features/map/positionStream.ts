import { useEffect, useRef } from 'react'
import type { DocumentId } from '../../../shared/engine/document.ts'
import {
  type Applied,
  createPositionsDecoder,
  type PositionsDecoder,
} from '../../../shared/protocol/positions/positionsDecoder.ts'
import { useStream } from '../../connection/useStream.ts'
import type { MarkerLayer } from '../../map/markerLayer.ts'

/** Converts the stream's heading (64ths of a turn clockwise from east, -1 while unknown) to degrees from north. */
export const degreesOf = (heading: number): number | null => (heading < 0 ? null : (heading * (360 / 64) + 90) % 360)

/** Accepts the slots of a stream. Two streams that feed one marker layer must not share any. */
type SlotFilter = (slot: number) => boolean

const everySlot: SlotFilter = () => true

/** Whether the animal is at this place or moving to it. */
const isKnown = ({ tracks }: MarkerLayer, slot: number, x: number, y: number) => {
  const goal = tracks.poseAt(slot, Number.POSITIVE_INFINITY)
  return goal !== null && goal.x === x && goal.y === y
}

/**
 * Applies a frame to the marker layer. A frame with the time of the previous one is not a new reading: it removes animals,
 * while the others keep moving. Animals that left the stream are forgotten; slots that are not accepted belong to
 * another stream.
 * @param now the clock of the tracks, ms
 * @param everyMs time until the next frame
 * @returns the decoder's result
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
 * Feeds a position stream into the marker layer, outside React. Its animals are forgotten when the stream is unwatched.
 * @param everyMs time until the next reading
 * @param ownSlots accepts the slots of this stream, if another stream feeds the same layer; by default all. Must be the
 * same function in every render.
 */
export function usePositions(id: DocumentId, markerLayer: MarkerLayer, everyMs: number, ownSlots?: SlotFilter) {
  const reading = useRef({ id, decoder: createPositionsDecoder() })
  if (reading.current.id !== id) reading.current = { id, decoder: createPositionsDecoder() }
  const stream = useStream(id, (frame) => {
    const { decoder } = reading.current
    if (applyFrame(decoder, frame, markerLayer, markerLayer.now(), everyMs, ownSlots) !== 'ok') stream.requestKeyFrame()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream means other animals
  useEffect(
    () => () => {
      markerLayer.tracks.keepOnly(none, ownSlots)
      markerLayer.notifyChanged()
    },
    [id, markerLayer, ownSlots],
  )
}

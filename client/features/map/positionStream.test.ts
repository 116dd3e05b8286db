import { expect, test } from 'vitest'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { createPositionsEncoder } from '../../../shared/protocol/positions/positionsEncoder.ts'
import { createMarkerLayer } from '../../map/markerLayer.ts'
import { createTracks } from '../../map/tracks.ts'
import { applyFrame, degreesOf } from './positionStream.ts'

const watching = () => {
  const markerLayer = createMarkerLayer(createTracks({ metresPerUnit: 2.7, reducedMotion: false }))
  const decoder = createPositionsDecoder()
  const take = (frame: Uint8Array, now: number) => applyFrame(decoder, frame, markerLayer, now, 2_000)
  return { markerLayer, take }
}

test('[TF1] animals are where the encoder put them, and move to where they went', () => {
  const { markerLayer, take } = watching()
  const encoder = createPositionsEncoder()
  encoder.set(3, 1_000, 2_000)
  encoder.delta(0)
  expect(take(encoder.key(0), 0)).toBe('ok')
  encoder.set(3, 1_004, 2_000)
  expect(take(encoder.delta(2_000), 2_000)).toBe('ok')
  expect(markerLayer.tracks.poseAt(3, 3_000)).toMatchObject({ x: 1_002, y: 2_000 })
  expect(markerLayer.tracks.poseAt(3, 4_000)).toMatchObject({ x: 1_004, y: 2_000 })
})

test('[TF2] an animal that leaves the stream is forgotten', () => {
  const { markerLayer, take } = watching()
  const encoder = createPositionsEncoder()
  encoder.set(3, 1_000, 2_000)
  encoder.set(4, 1_500, 2_000)
  encoder.delta(0)
  take(encoder.key(0), 0)
  encoder.remove(3)
  take(encoder.delta(2_000), 2_000)
  expect(markerLayer.tracks.poseAt(3, 2_000)).toBeNull()
  expect(markerLayer.tracks.poseAt(4, 2_000)).toMatchObject({ x: 1_500 })
})

test('[TF3] a missed or unreadable frame changes nothing and is reported', () => {
  const { markerLayer, take } = watching()
  const encoder = createPositionsEncoder()
  encoder.set(3, 1_000, 2_000)
  encoder.delta(0)
  take(encoder.key(0), 0)
  encoder.set(3, 1_004, 2_000)
  encoder.delta(2_000)
  encoder.set(3, 1_008, 2_000)
  expect(take(encoder.delta(4_000), 4_000)).toBe('gap')
  expect(take(new Uint8Array([1]), 4_000)).toBe('bad')
  expect(markerLayer.tracks.poseAt(3, 9_000)).toMatchObject({ x: 1_000 })
})

test('[TF4] a heading of the stream is converted to degrees from north', () => {
  expect(degreesOf(-1)).toBeNull()
  expect(degreesOf(0)).toBe(90)
  expect(degreesOf(16)).toBe(180)
  expect(degreesOf(48)).toBe(0)
})

test('[TF5] two streams feed one marker layer: neither forgets nor moves the animals of the other', () => {
  const markerLayer = createMarkerLayer(createTracks({ metresPerUnit: 2.7, reducedMotion: false }))
  const sources = [(slot: number) => slot === 0, (slot: number) => slot > 0].map((ownSlots) => {
    const [decoder, encoder] = [createPositionsDecoder(), createPositionsEncoder()]
    const take = (frame: Uint8Array, now: number) => applyFrame(decoder, frame, markerLayer, now, 2_000, ownSlots)
    return { encoder, take }
  })
  const [own, pack] = sources
  if (!own || !pack) throw new Error('There are two streams.')
  own.encoder.set(0, 100, 100)
  own.encoder.delta(0)
  own.take(own.encoder.key(0), 0)
  pack.encoder.set(0, 900, 900)
  pack.encoder.set(5, 200, 200)
  pack.encoder.delta(0)
  pack.take(pack.encoder.key(0), 0)
  expect(markerLayer.tracks.poseAt(0, 0)).toMatchObject({ x: 100, y: 100 })
  expect(markerLayer.tracks.poseAt(5, 0)).toMatchObject({ x: 200, y: 200 })
  own.encoder.remove(0)
  own.take(own.encoder.delta(2_000), 2_000)
  expect(markerLayer.tracks.poseAt(0, 2_000)).toBeNull()
  expect(markerLayer.tracks.poseAt(5, 2_000)).toMatchObject({ x: 200 })
  pack.encoder.remove(5)
  pack.take(pack.encoder.delta(2_000), 2_000)
  expect(markerLayer.tracks.poseAt(5, 2_000)).toBeNull()
})

test('[TF6] a frame that only removes an animal does not stop the movement of the others', () => {
  const { markerLayer, take } = watching()
  const encoder = createPositionsEncoder()
  encoder.set(3, 1_000, 2_000)
  encoder.set(4, 1_500, 2_000)
  encoder.delta(0)
  take(encoder.key(0), 0)
  encoder.set(3, 1_008, 2_000)
  encoder.set(4, 1_508, 2_000)
  take(encoder.delta(2_000), 2_000)
  encoder.remove(4)
  expect(take(encoder.delta(2_000), 3_000)).toBe('ok')
  expect(markerLayer.tracks.poseAt(4, 3_000)).toBeNull()
  expect(markerLayer.tracks.poseAt(3, 3_000)).toMatchObject({ x: 1_004 })
  expect(markerLayer.tracks.poseAt(3, 4_000)).toMatchObject({ x: 1_008 })
})

test('[TF7] an animal that joins a reading that is already shown is drawn at its place', () => {
  const { markerLayer, take } = watching()
  const encoder = createPositionsEncoder()
  encoder.set(3, 1_000, 2_000)
  encoder.delta(0)
  take(encoder.key(0), 0)
  encoder.set(4, 1_500, 2_000)
  take(encoder.delta(0), 1_000)
  expect(markerLayer.tracks.poseAt(4, 1_000)).toMatchObject({ x: 1_500 })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/clock.ts'
import { anonymize } from './anonymize.ts'
import { createSegmentBuffer } from './segments.ts'
import { createRecordedGame, noCompression, playSegment } from './testing/recordedGame.ts'

/** A minute of a game in which players join and leave. */
function recorded(seed: number) {
  const clock = createTestClock()
  const buffer = createSegmentBuffer({ keptMs: 3_600_000, mostBytes: 1e8, compression: noCompression, now: clock.now })
  const show = createRecordedGame({ buffer, seed })
  for (let reading = 0; reading < 28; reading += 1) {
    clock.pass(2_000)
    show.read(clock.now())
  }
  show.recorder.end()
  return buffer.decompress(buffer.segments()[0]?.packed ?? new Uint8Array())
}
const namesOf = (players: unknown) => Object.values(players as Record<string, { name: string }>).map(({ name }) => name)

test('[RP20] no name or id of an erased player remains, and all others are shown as before', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.subarray(Array.from({ length: 12 }, (_, slot) => `7656${slot}`)), (seed, meant) => {
      const text = recorded(seed)
      const left = anonymize(text, (id) => meant.includes(id))
      const [before, after] = [playSegment(text), playSegment(left)]
      for (const id of meant) {
        expect(left).not.toContain(`"${id}"`)
        expect(left).not.toContain(`Näme \\"${id.slice(4)}\\"`)
      }
      for (const [at, sight] of after.sights.entries()) {
        const was = before.sights[at]
        expect(sight.places).toEqual(was?.places)
        const names = namesOf(was?.players)
        expect(namesOf(sight.players).toSorted()).toEqual(
          names.map((name) => (meant.includes(`7656${name.match(/\d+/)?.[0]}`) ? '' : name)).toSorted(),
        )
      }
    }),
    { numRuns: 40 },
  )
})

test('[RP21] a change of the name alone is emptied too; a segment without erased players is unchanged', () => {
  const patches = [{ op: 'replace', path: ['players', '76561', 'name'], value: 'Wilhelmina' }]
  const segment = { from: 1, until: 2, everyMs: 2_000, players: {}, key: '', steps: [{ at: 2, patches, frame: '' }] }
  const text = JSON.stringify(segment)
  expect(anonymize(text, (id) => id === '76561')).not.toMatch(/Wilhelmina|76561/)
  expect(anonymize(text, () => false)).toBe(text)
})

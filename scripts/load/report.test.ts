import { expect, test } from 'vitest'
import { ticksFor } from './chart.ts'
import { noMeasurements } from './measurements.ts'
import type { LoadSettings } from './options.ts'
import { pointsOf, reportPicture } from './reportPicture.ts'
import { faultLines, reportText } from './reportText.ts'
import type { Load, Moment } from './runLoad.ts'

const settings: LoadSettings = {
  url: 'http://hub.example.org',
  token: null,
  viewers: 1_000,
  players: 10,
  seconds: 5,
  rampPerSecond: 100,
  commandEverySeconds: 10,
  playersSee: 'map',
}

function momentAt(at: number, more: Partial<Moment['measurements']> = {}): Moment {
  const measurements = noMeasurements()
  measurements.timings.ack[100] = 3
  measurements.counts.bytes = 1_000_000
  return { at, seconds: 1, phase: 'all there', measurements: { ...measurements, viewers: 1_000, ...more } }
}
const loadOf = (moments: readonly Moment[]): Load => ({ community: 'Night & <Hunters>', startedAt: 0, moments })

test('[LD5] the report names each limit with its remedy, the most frequent first', () => {
  const faults = { 'http 502': 2, crowded: 800, 'http 418': 1 }
  expect(faultLines({ faults })).toEqual([
    expect.stringMatching(/^800 × crowded: SOCKETS_PER_ADDRESS: .*SOCKETS_PER_ADDRESS=0/),
    '2 × http 502: The web server in front could not reach the hub.',
    '1 × http 418: http 418',
  ])
  expect(reportText(settings, loadOf([momentAt(1, { faults })]))).toContain('Limits and faults:\n800 ×')
})

test('[LD25] a report of an overloaded tool says so', () => {
  const busy = reportText(settings, loadOf([momentAt(1, { ownLagMs: 400 })]))
  expect(busy).toContain('The tool itself was held up for at most 400 ms: longer times')
  expect(reportText(settings, loadOf([momentAt(1, { ownLagMs: 3 })]))).toContain('those of the hub and the way to it')
})

test('[LD6] the picture is well-formed for any community name, and omits what was not measured', () => {
  const picture = reportPicture(settings, loadOf([1, 2, 3].map((at) => momentAt(at))))
  expect(picture).toContain('Load on Night &amp; &lt;Hunters&gt;')
  expect(picture).toContain('A command, until it is acknowledged')
  expect(picture).not.toContain('Between two frames')
  expect(picture).not.toMatch(/NaN|Infinity|undefined|null/)
  expect(picture.match(/<g /g)?.length).toBe(picture.match(/<\/g>/g)?.length)
})

test('[LD26] a load of a whole day has a limited number of points, and keeps all counts', () => {
  const moments = Array.from({ length: 5_000 }, (_, at) => momentAt(at + 1))
  const points = pointsOf(moments)
  expect(points.length).toBeLessThanOrEqual(240)
  expect(points.reduce((sum, { measurements }) => sum + measurements.counts.bytes, 0)).toBe(5_000 * 1_000_000)
  expect(points.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(5_000)
  expect(points.at(-1)?.at).toBe(5_000)
})

test('[LD27] ticks are round and cover all values', () => {
  expect(ticksFor([0, 310], false)).toEqual([0, 100, 200, 300, 400])
  expect(ticksFor([0], false)).toEqual([0, 0.5, 1])
  expect(ticksFor([2, 79], true)).toEqual([1, 10, 100])
  expect(ticksFor([], true)).toEqual([1, 10])
})

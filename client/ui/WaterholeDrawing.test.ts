import { expect, test } from 'vitest'
import { contour } from './WaterholeDrawing.tsx'

const reaches = (line: string) =>
  line
    .slice(1, -1)
    .split('L')
    .map((point) => Math.hypot(...(point.split(' ').map(Number) as [number, number])))

test('[CO8] the rings of a hollow enclose each other and never cross', () => {
  const rings = Array.from({ length: 16 }, (_, ring) => reaches(contour(ring, 20 + ring * 7)))
  for (const [at, ring] of rings.entries())
    for (const [step, reach] of ring.entries())
      expect(rings[at + 1]?.[step] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(reach)
})

/** How far a ring deviates from a circle at an angle: a few slow waves that neighbouring rings share. */
const swing = (angle: number, ring: number) =>
  1 +
  0.1 * Math.sin(2 * angle + 0.6 + ring * 0.14) +
  0.06 * Math.sin(3 * angle - 1.1 + ring * 0.2) +
  0.03 * Math.sin(5 * angle)

const steps = 72

/** A closed path around the middle, like the contour line of a hollow. @param ring from 0, outwards @param radius its mean */
export function contour(ring: number, radius: number): string {
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * 2 * Math.PI
    const reach = radius * swing(angle, ring)
    return `${(reach * Math.cos(angle) * 1.25).toFixed(1)} ${(reach * Math.sin(angle) * 0.9).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

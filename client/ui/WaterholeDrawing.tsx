import styles from './WaterholeDrawing.module.css'

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

const lines = Array.from({ length: 9 }, (_, ring) => contour(ring + 2, 84 + ring * 26))
const track = 'M0 8C-4 6-6 3-5.6 0-5.2-2.6-2.8-4 0-4s5.2 1.4 5.6 4C6 3 4 6 0 8zM0-4v-9M-5.6-2l-7-6M5.6-2l7-6'

/** A waterhole, drawn as on the map. */
export function WaterholeDrawing() {
  return (
    <svg className={styles.drawing} viewBox="-320 -200 640 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g className={styles.lines}>
        {lines.map((line, ring) => (
          <path key={line} d={line} data-index={ring % 4 === 1 || undefined} />
        ))}
      </g>
      <path className={styles.shore} d={contour(1, 62)} />
      <path className={styles.water} d={contour(0, 54)} />
      <path
        className={styles.ripples}
        d="M-30-6c8-5 18-5 26 0s18 5 26 0M-12 12c6-4 14-4 20 0s14 4 20 0M-36 10c3-2 7-2 10 0"
      />
      <g className={styles.tracks}>
        <path d={track} transform="translate(96 64) rotate(-62)" />
        <path d={track} transform="translate(126 76) rotate(-70)" />
        <path d={track} transform="translate(158 70) rotate(-84)" />
        <path d={track} transform="translate(190 82) rotate(-76)" />
      </g>
    </svg>
  )
}

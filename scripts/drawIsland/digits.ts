import type { Plate } from './plate.ts'

/** Figures as strokes of a pen, in a box one high and 0.6 wide; y grows downwards. */
const arc = (cx: number, cy: number, rx: number, ry: number, from: number, to: number): [number, number][] =>
  Array.from({ length: 11 }, (_, i) => {
    const turn = ((from + ((to - from) * i) / 10) * Math.PI) / 180
    return [cx + rx * Math.cos(turn), cy + ry * Math.sin(turn)]
  })

const strokes: readonly (readonly [number, number][])[][] = [
  [arc(0.3, 0.5, 0.27, 0.5, 0, 360)],
  [
    [
      [0.1, 0.2],
      [0.33, 0],
      [0.33, 1],
    ],
  ],
  [[...arc(0.3, 0.27, 0.26, 0.27, 190, 385), [0.04, 1], [0.58, 1]]],
  [[...arc(0.28, 0.25, 0.24, 0.25, 200, 445)], [...arc(0.28, 0.73, 0.28, 0.27, 275, 510)]],
  [
    [
      [0.45, 1],
      [0.45, 0],
      [0.02, 0.7],
      [0.6, 0.7],
    ],
  ],
  [[[0.52, 0], [0.12, 0], [0.08, 0.42], ...arc(0.28, 0.68, 0.28, 0.32, 235, 500)]],
  [[[0.46, 0], [0.12, 0.45], ...arc(0.3, 0.7, 0.27, 0.3, 190, 550)]],
  [
    [
      [0.04, 0],
      [0.58, 0],
      [0.22, 1],
    ],
  ],
  [arc(0.3, 0.25, 0.23, 0.25, 90, 450), arc(0.3, 0.74, 0.28, 0.26, -90, 270)],
  [[...arc(0.3, 0.3, 0.27, 0.3, 10, 370), [0.48, 0.55], [0.14, 1]]],
]

const advance = 0.78

/** Writes figures centred on a place, `height` pixels high, turned by `angle` (radians, clockwise). */
export const writeFigures = (
  plate: Plate,
  text: string,
  { x, y, angle }: { x: number; y: number; angle: number },
  height: number,
  pen: number,
): void => {
  const start = -((text.length - 1) * advance + 0.6) / 2
  const [right, down] = [Math.cos(angle), Math.sin(angle)]
  for (const [place, digit] of [...text].entries())
    for (const stroke of strokes[Number(digit)] ?? [])
      plate.line(
        stroke.map(([across, below]) => {
          const dx = (start + place * advance + across) * height
          const dy = (below - 0.5) * height
          return { x: x + dx * right - dy * down, y: y + dx * down + dy * right, width: pen }
        }),
      )
}

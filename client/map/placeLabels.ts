/** A label's rectangle on the screen, in px. */
export interface LabelBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const touch = (a: LabelBox, b: LabelBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Those that can be read: each one that does not lie on an earlier one. The first is always kept. */
export function placeLabels<Label extends LabelBox>(labels: readonly Label[]): Label[] {
  const kept: Label[] = []
  for (const label of labels) if (!kept.some((other) => touch(other, label))) kept.push(label)
  return kept
}

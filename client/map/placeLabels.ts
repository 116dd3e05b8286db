/** A label's rectangle on the screen, px. */
export interface LabelBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Row stride of cell numbers. Two cells that share a number cost an extra comparison and change no result. */
const cellsARow = 4_096

const overlap = (a: LabelBox, b: LabelBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** A spatial hash of placed labels, with cells as large as the largest label: a label lies in at most four cells. */
function createGrid<Label extends LabelBox>(labels: readonly Label[]) {
  const cells = new Map<number, Label[]>()
  let [wide, high] = [1, 1]
  for (const { width, height } of labels) {
    wide = Math.max(wide, width)
    high = Math.max(high, height)
  }
  const cellsOf = ({ x, y, width, height }: LabelBox) => {
    const under: number[] = []
    for (let row = Math.floor(y / high); row <= Math.floor((y + height) / high); row++)
      for (let column = Math.floor(x / wide); column <= Math.floor((x + width) / wide); column++)
        under.push(row * cellsARow + column)
    return under
  }
  return {
    /** @returns false if the label overlaps one that is already placed */
    put(label: Label): boolean {
      const under = cellsOf(label)
      for (const cell of under) if (cells.get(cell)?.some((other) => overlap(other, label))) return false
      for (const cell of under) {
        const there = cells.get(cell)
        if (there) there.push(label)
        else cells.set(cell, [label])
      }
      return true
    },
  }
}

/** The labels that do not overlap an earlier one. */
export function placeLabels<Label extends LabelBox>(labels: readonly Label[]): Label[] {
  const grid = createGrid(labels)
  return labels.filter((label) => grid.put(label))
}

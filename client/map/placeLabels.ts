/** A label's rectangle on the screen, in px. */
export interface LabelBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Tells the cells of two rows apart. Two cells that share a number cost a look, and change nothing. */
const cellsARow = 4_096

const touch = (a: LabelBox, b: LabelBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** The labels put down so far, by squares of a grid as large as the largest label: each lies in four of them at most. */
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
    /** @returns false for a label that lies on one that is there */
    put(label: Label): boolean {
      const under = cellsOf(label)
      for (const cell of under) if (cells.get(cell)?.some((other) => touch(other, label))) return false
      for (const cell of under) {
        const there = cells.get(cell)
        if (there) there.push(label)
        else cells.set(cell, [label])
      }
      return true
    },
  }
}

/** Those that can be read: each one that does not lie on an earlier one. The first is always kept. */
export function placeLabels<Label extends LabelBox>(labels: readonly Label[]): Label[] {
  const grid = createGrid(labels)
  return labels.filter((label) => grid.put(label))
}

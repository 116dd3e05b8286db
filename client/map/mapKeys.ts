import { buttonStep, draggedBy, showingAll, type Viewport, zoomedTo } from './viewport.ts'

const stridePx = 80

/** What a key does to the view; null for a key that means nothing here. With Shift a stride is three times as long. */
export function viewAfterKey(view: Viewport, key: string, shift: boolean): Viewport | null {
  const stride = shift ? stridePx * 3 : stridePx
  switch (key) {
    case 'ArrowLeft':
      return draggedBy(view, stride, 0)
    case 'ArrowRight':
      return draggedBy(view, -stride, 0)
    case 'ArrowUp':
      return draggedBy(view, 0, stride)
    case 'ArrowDown':
      return draggedBy(view, 0, -stride)
    case '+':
    case '=':
      return zoomedTo(view, view.zoom + buttonStep)
    case '-':
    case '_':
      return zoomedTo(view, view.zoom - buttonStep)
    case '0':
      return showingAll(view)
    default:
      return null
  }
}

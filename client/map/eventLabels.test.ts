import { expect, onTestFinished, test, vi } from 'vitest'
import { mapSize } from '../../shared/features/world/frame.ts'
import { boxOfText } from './drawMeasurements.ts'
import { placeEventLabels } from './eventLabels.ts'
import { createMapLabels } from './mapLabels.ts'
import { defaultLayers } from './mapLayers.ts'
import { type EventShape, noOverlays } from './overlays.ts'
import { areOverlapping, boxAround, isInView, type LabelBox, type LabelSides } from './placeLabels.ts'
import { createMarkerPlacement } from './placeMarkers.ts'
import type { SpriteCache } from './spriteCache.ts'
import { toScreen } from './viewport.ts'

const place = { x: 2_203, y: 1_424 }
const shape = (id: string, more: Partial<EventShape> = {}): EventShape => ({
  id,
  label: 'King of the Hill',
  points: [place],
  isPath: false,
  radius: 120,
  hasZones: true,
  isActive: true,
  isChosen: false,
  wrong: null,
  ...more,
})
const sceneAt = (zoom: number, ...events: readonly EventShape[]) => ({
  metresPerUnit: 2.72,
  layers: defaultLayers,
  view: { get: () => ({ ...place, zoom, width: 900, height: 700 }) },
  overlays: { ...noOverlays, events },
})
type LabelledScene = Parameters<typeof placeEventLabels>[0]
const boxesBeside = (scene: LabelledScene, taken: readonly LabelBox[], sides: LabelSides = new Map()) =>
  placeEventLabels(scene, taken, sides).map(boxOfText)
const labelBoxes = (scene: LabelledScene) => boxesBeside(scene, [])
/** Lines of one text may touch. */
const core = ({ y, height, ...box }: LabelBox): LabelBox => ({ ...box, y: y + 0.5, height: height - 1 })
const covered = (boxes: readonly LabelBox[]) =>
  boxes.flatMap((box, nth) => boxes.slice(nth + 1).filter((other) => areOverlapping(core(box), core(other))))

test('[MK55] the name of an event never covers the names of its danger zones, nor do labels of events cover each other', () => {
  for (const radius of [20, 120, 200, 300])
    for (let zoom = 0.5; zoom <= 3; zoom *= 1.1) {
      const hill = shape('a', { radius })
      const boxes = labelBoxes(sceneAt(zoom, hill))
      expect(boxes).toHaveLength(4)
      expect(covered(boxes), `radius ${radius}, zoom ${zoom}`).toEqual([])
      const hunt = shape('b', { label: 'Moonlight Hunt', hasZones: false, radius })
      const herd = shape('c', { label: 'Great Migration', hasZones: false, isPath: true })
      const next = shape('d', { points: [{ x: place.x - 30, y: place.y + 500 }] })
      expect(covered(labelBoxes(sceneAt(zoom, hill, hunt, herd, next))), `all at zoom ${zoom}`).toEqual([])
    }
})

test('[MK56] the name of a hill is above its zones, and below where that is outside the view', () => {
  const scene = sceneAt(2, shape('a'))
  const nameSeenFrom = (south: number) => {
    const view = { get: () => ({ ...scene.view.get(), y: place.y + south }) }
    return (labelBoxes({ ...scene, view }).at(-1)?.y ?? 0) - toScreen(view.get(), place).y
  }
  expect(nameSeenFrom(0)).toBeLessThan(0)
  expect(nameSeenFrom(400)).toBeGreaterThan(0)
})

test('[MK57] names of regions keep off the labels of events; without the layer nothing is kept free', () => {
  const context = { measureText: (text: string) => ({ width: 9 * text.length }) }
  vi.stubGlobal('OffscreenCanvas', function OffscreenCanvas() {
    return { getContext: () => context }
  })
  vi.stubGlobal('document', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  const placedAt = (zoom: number, isShown: boolean) => {
    const labels = createMapLabels()
    const scene = {
      ...sceneAt(zoom, shape('a')),
      layers: { ...defaultLayers, events: isShown },
      placement: createMarkerPlacement(),
      mapStyle: { showPlayerNames: false },
      counts: null,
      chosen: null,
      hovered: null,
      clearBoxes: () => [],
      signBoxes: [],
      cardBox: null,
    }
    labels.update(scene, {} as SpriteCache)
    return { names: labels.regions(), boxes: labels.events().map(boxOfText) }
  }
  let coveredWithoutLayer = 0
  for (let zoom = 0.5; zoom <= 3; zoom *= 1.1) {
    const [shown, hidden] = [placedAt(zoom, true), placedAt(zoom, false)]
    const coveredBy = (names: readonly LabelBox[]) =>
      shown.boxes.filter((box) => names.some((name) => areOverlapping(box, name)))
    expect([shown.boxes.length, coveredBy(shown.names), hidden.boxes]).toEqual([4, [], []])
    coveredWithoutLayer += coveredBy(hidden.names).length
  }
  expect(coveredWithoutLayer).toBeGreaterThan(0)
})

test('[MK2052] labels of an event give way to animals, and stay where they are while these move beside them', () => {
  for (const zoom of [0.5, 0.8, 2]) {
    const scene = sceneAt(zoom, shape('a'))
    const sides: LabelSides = new Map()
    const free = boxesBeside(scene, [], sides)
    // A herd on each label, as large as a cluster.
    const herds = free.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))
    const herdsAt = (dx: number, dy: number) => herds.map(({ x, y }) => boxAround({ x: x + dx, y: y + dy }, 14))
    const places = [0, 1, 2, 3, 2, 1, 0, -1, -2, -3].map((step) => {
      const taken = herdsAt(step, -step)
      const boxes = boxesBeside(scene, taken, sides)
      expect(boxes).toHaveLength(4)
      expect(
        taken.filter((herd) => boxes.some((box) => areOverlapping(box, herd))),
        `zoom ${zoom}`,
      ).toEqual([])
      expect(covered(boxes)).toEqual([])
      return boxes
    })
    expect(new Set(places.map((boxes) => JSON.stringify(boxes))).size, `moves at zoom ${zoom}`).toBe(1)
  }
})

test('[MK2053] where animals are everywhere an event keeps its name, and its danger zones go without theirs', () => {
  const scene = sceneAt(0.5, shape('a'))
  const everywhere = [{ x: 0, y: 0, width: 900, height: 700 }]
  expect(placeEventLabels(scene, everywhere, new Map()).map(({ text }) => text)).toEqual(['King of the Hill'])
})

test('[MK2054] no label of an event is cut at the edge of the view', () => {
  for (const hasZones of [true, false])
    for (let x = 0; x <= 900; x += 60)
      for (let y = 0; y <= 700; y += 50) {
        const scene = sceneAt(1, shape('a', { hasZones }))
        const { zoom, width, height } = scene.view.get()
        const perPx = mapSize / (700 * 2 * zoom)
        const shown = { zoom, width, height, x: place.x + (450 - x) * perPx, y: place.y + (350 - y) * perPx }
        const boxes = labelBoxes({ ...scene, view: { get: () => shown } })
        expect(boxes.length, `${x}, ${y}`).toBeGreaterThan(hasZones ? 1 : 0)
        expect(
          boxes.filter((box) => !isInView(shown, box)),
          `${x}, ${y}`,
        ).toEqual([])
      }
})

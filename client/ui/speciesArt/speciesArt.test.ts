import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { species } from '../../../shared/features/world/species.ts'
import { areas, type Box, type Drawing, sideBox, topBox } from './drawing.ts'
import { SpeciesArt } from './SpeciesArt.tsx'
import { drawingOf, drawnSpecies, type View, views } from './speciesDrawings.ts'

type Ring = readonly (readonly [number, number])[]

/** The rings of a path of `M`, `C` and `Z` with absolute coordinates; throws at anything else, and at an open ring. */
function ringsOf(path: string): readonly Ring[] {
  const subpaths = path.split(/(?<=Z)/)
  return subpaths.map((subpath) => {
    const [, start = '', curves = ''] = /^M(-?[\d.]+ -?[\d.]+)((?:C-?[\d.]+(?: -?[\d.]+){5})+)Z$/.exec(subpath) ?? []
    const ring: [number, number][] = [start.split(' ').map(Number) as [number, number]]
    for (const curve of curves.split('C').slice(1)) {
      const [x0, y0] = ring.at(-1) as [number, number]
      const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN, x3 = NaN, y3 = NaN] = curve.split(' ').map(Number)
      for (let t = 0.2; t < 1.1; t += 0.2) {
        const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
        ring.push([a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3])
      }
    }
    const [first, last] = [ring[0] as [number, number], ring.at(-1) as [number, number]]
    if (ring.length < 3 || Math.hypot(first[0] - last[0], first[1] - last[1]) > 0.01)
      throw new Error(`Not a closed path: ${subpath.slice(0, 80)}`)
    return ring
  })
}

const boundsOf = (path: string) => {
  const [xs, ys] = [0, 1].map((axis) => ringsOf(path).flatMap((ring) => ring.map((point) => point[axis] as number)))
  if (!xs || !ys) throw new Error('no points')
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** The cells of a grid that the rings cover by the non-zero rule, row by row. */
function maskOf({ near, far }: Drawing, { width, height }: Box): readonly boolean[] {
  const rings = [...ringsOf(near), ...(far === '' ? [] : ringsOf(far))]
  const edges = rings.flatMap((ring) =>
    ring.map((point, at) => [point, ring[(at + 1) % ring.length] ?? point] as const),
  )
  const cell = width / 64
  return Array.from({ length: Math.round(height / cell) }, (_, row) => {
    const y = (row + 0.5) * cell
    const crossings = edges.flatMap(([[x1, y1], [x2, y2]]) =>
      y1 <= y === y2 <= y ? [] : [{ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), turn: y2 > y1 ? 1 : -1 }],
    )
    const isCovered = (x: number) => crossings.reduce((sum, { x: at, turn }) => (at > x ? sum + turn : sum), 0) !== 0
    return Array.from({ length: 64 }, (_, column) => isCovered((column + 0.5) * cell))
  }).flat()
}

/** The share of two masks' union that both cover: 1 for equal masks. */
const overlap = (one: readonly boolean[], other: readonly boolean[]) => {
  const both = one.filter((covered, cell) => covered && other[cell]).length
  return both / one.filter((covered, cell) => covered || other[cell]).length
}

const boxOf = (view: View) => (view === 'top' ? topBox : sideBox)
const everyDrawing = drawnSpecies.flatMap(({ name }) =>
  views.flatMap((view) =>
    [false, true].map((isIcon) => ({ name, view, isIcon, drawing: drawingOf(name, view, undefined, isIcon) })),
  ),
)

test('[SA50] every species of the game has drawings of its own, and no drawing is of a species that the game lacks', () => {
  expect(drawnSpecies.map(({ name }) => name).toSorted()).toEqual(Object.keys(species).toSorted())
  const drawn = everyDrawing.filter(({ view, isIcon }) => view !== 'top' || !isIcon)
  expect(new Set(drawn.map(({ drawing }) => drawing.near)).size).toBe(5 * Object.keys(species).length)
})

test('[SA51] every path parses, is closed and lies inside its view box', { tags: 'slow' }, () => {
  for (const { name, view, drawing } of everyDrawing)
    for (const { path, clip } of drawing.layers) {
      const { width, height } = boxOf(view)
      const { left, right, top, bottom } = boundsOf(path)
      expect(clip === undefined || ringsOf(clip).length > 0).toBe(true)
      // What is limited by the body may reach beyond it, but not far.
      const beyond = clip === undefined ? 0 : 12
      const at = `${name} ${view}: ${path.slice(0, 40)}`
      expect(Math.min(left, top, width - right, height - bottom), at).toBeGreaterThanOrEqual(-beyond)
    }
})

test('[SA52] every drawing has areas for back, pattern and eye, and every side view a belly and limbs of the averted side', () => {
  for (const { name, view, drawing } of everyDrawing) {
    const used = new Set(drawing.layers.map((layer) => layer.area))
    expect(used.has('back') && used.has('eye') && used.has('pattern'), `${name} ${view}`).toBe(true)
    if (view !== 'top') expect(used.has('belly') && drawing.far !== '', `${name} ${view}`).toBe(true)
  }
})

test('[SA53] a young animal is smaller than a grown one, with a larger eye for its length', () => {
  for (const { name } of drawnSpecies) {
    const measured = (['side', 'young'] as const).map((view) => {
      const { layers, near } = drawingOf(name, view)
      const [body, eye] = [boundsOf(near), boundsOf(layers.find((layer) => layer.area === 'eye')?.path ?? '')]
      return { length: body.right - body.left, eye: (eye.right - eye.left) / (body.right - body.left) }
    })
    const [grown, young] = measured
    expect(young?.length, name).toBeLessThan(grown?.length ?? 0)
    expect(young?.eye, name).toBeGreaterThan(1.25 * (grown?.eye ?? Number.POSITIVE_INFINITY))
  }
})

test('[SA54] no two species look alike from above, from the side or as icon: their silhouettes overlap by less than 80%', {
  tags: 'slow',
}, () => {
  for (const [view, isIcon] of [
    ['top', false],
    ['side', false],
    ['side', true],
  ] as const) {
    const masks = drawnSpecies.map(({ name }) => ({
      name,
      mask: maskOf(drawingOf(name, view, undefined, isIcon), boxOf(view)),
    }))
    const pairs = masks.flatMap((one, at) =>
      masks
        .slice(at + 1)
        .map((other) => ({ pair: `${one.name}, ${other.name}`, alike: overlap(one.mask, other.mask) })),
    )
    expect(pairs.filter(({ alike }) => alike >= 0.8)).toEqual([])
  }
})

test('[SA55] names of the shop lead to the same drawings, and an unknown species is a plain animal of its diet', () => {
  expect(drawingOf('utahraptor', 'side')).toBe(drawingOf('Omniraptor', 'side'))
  expect(drawingOf('triceratops', 'top')).toBe(drawingOf('Triceratops', 'top'))
  const plain = (['carnivore', 'herbivore', 'omnivore', 'unknown'] as const).map((diet) =>
    drawingOf('Unicorn', 'side', diet),
  )
  expect(new Set(plain).size).toBe(4)
  expect(drawingOf('Unicorn', 'side')).toBe(plain[3])
  expect(everyDrawing.map(({ drawing }) => drawing)).not.toContain(plain[0])
})

test('[SA56] a skin recolours the named areas, and only a drawing with a title is announced', () => {
  const colours = { back: '#101010', belly: '#202020', pattern: '#303030', eye: '#404040' }
  const titled = renderToStaticMarkup(
    createElement(SpeciesArt, { species: 'Stegosaurus', view: 'side', size: 96, colours, title: 'Stegosaurus' }),
  )
  for (const area of areas) expect(titled).toContain(`--art-${area}:${colours[area]}`)
  expect(titled).toContain('role="img" aria-label="Stegosaurus"')
  const plain = renderToStaticMarkup(createElement(SpeciesArt, { species: 'Stegosaurus', view: 'top', size: 32 }))
  expect(plain).toContain('aria-hidden="true"')
  expect(plain).not.toContain('--art-')
})

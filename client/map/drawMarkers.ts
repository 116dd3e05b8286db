import type { Tokens } from '../themes/themes.ts'
import type { AnimalKind } from './glyphs.ts'
import { countKinds, type PlacedCluster, type PlacedMarker, selectionRadius } from './placeMarkers.ts'
import type { Scene } from './scene.ts'
import { isSelected } from './selection.ts'
import { headingStep } from './sprite.ts'
import type { SpriteCache } from './spriteCache.ts'
import type { Viewport } from './viewport.ts'

const marginPx = 40
const oldAlpha = 0.55

const isVisible = ({ x, y }: PlacedMarker | PlacedCluster, view: Viewport) =>
  x > -marginPx && y > -marginPx && x < view.width + marginPx && y < view.height + marginPx

/** Rounds to a whole device px: drawing between two blurs and costs more. */
const toDevicePx = (px: number, ratio: number) => Math.round(px * ratio) / ratio

const drawMarker = (
  context: CanvasRenderingContext2D,
  sprites: SpriteCache,
  { marker, x, y, heading }: PlacedMarker,
  far: boolean,
) => {
  const { ratio } = sprites
  const { picture, side, turns } = sprites.spriteFor(marker, far)
  const size = side / ratio
  const left = turns ? headingStep(heading) * side : 0
  context.drawImage(
    picture,
    left,
    0,
    side,
    side,
    toDevicePx(x - size / 2, ratio),
    toDevicePx(y - size / 2, ratio),
    size,
    size,
  )
}

const strokeDisc = (context: CanvasRenderingContext2D, x: number, y: number, radius: number) => {
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.stroke()
}

const drawRing = (context: CanvasRenderingContext2D, x: number, y: number, radius: number, tokens: Tokens) => {
  context.lineWidth = 6
  context.strokeStyle = tokens.mapHalo
  strokeDisc(context, x, y, radius)
  context.lineWidth = 2.5
  context.strokeStyle = tokens.focus
  strokeDisc(context, x, y, radius)
}

const ringPx = 4
const kindOrder: readonly AnimalKind[] = ['carnivore', 'herbivore', 'omnivore', 'unknown']
const clusterFont = '600 15px "Barlow Condensed", sans-serif'

/** A disc with the number of its animals, in a ring that is divided by their diets. */
function drawCluster(context: CanvasRenderingContext2D, { x, y, radius, markers }: PlacedCluster, tokens: Tokens) {
  context.fillStyle = tokens.mapHalo
  context.beginPath()
  context.arc(x, y, radius + 1.5, 0, Math.PI * 2)
  context.fill()
  const counts = countKinds(markers)
  const ring = Math.min(ringPx, radius / 4)
  context.lineWidth = ring
  let from = -Math.PI / 2
  for (const kind of kindOrder) {
    if (counts[kind] === 0) continue
    const until = from + (counts[kind] / markers.length) * Math.PI * 2
    context.beginPath()
    context.arc(x, y, radius - ring / 2, from, until)
    context.strokeStyle = tokens[kind]
    context.stroke()
    from = until
  }
  context.fillStyle = tokens.mapInk
  context.fillText(String(markers.length), x, y + 1)
}

function drawClusters(context: CanvasRenderingContext2D, scene: Scene, clusters: readonly PlacedCluster[]) {
  context.font = clusterFont
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineCap = 'butt'
  for (const cluster of clusters) {
    if (!isVisible(cluster, scene.view.get())) continue
    drawCluster(context, cluster, scene.tokens)
    if (cluster.key === scene.pointedCluster) drawRing(context, cluster.x, cluster.y, cluster.radius + 4, scene.tokens)
  }
}

/** Draws all animals as they were placed: the pack above other animals, the own animal on top, names above all. */
export function drawMarkers(context: CanvasRenderingContext2D, scene: Scene, sprites: SpriteCache) {
  const { isFar, markers, clusters } = scene.placement.current()
  const view = scene.view.get()
  context.globalAlpha = scene.isStale ? oldAlpha : 1
  drawClusters(
    context,
    scene,
    clusters.filter(({ isBadge }) => !isBadge),
  )
  const visible = markers.filter((placed) => isVisible(placed, view))
  for (const placed of visible) drawMarker(context, sprites, placed, isFar)
  for (const placed of visible)
    if (isSelected(scene, 'animal', placed.marker.id))
      drawRing(context, placed.x, placed.y, selectionRadius(placed, isFar), scene.tokens)
  drawClusters(
    context,
    scene,
    clusters.filter(({ isBadge }) => isBadge),
  )
  const { ratio } = sprites
  for (const { tag, x, y } of scene.labels.names())
    context.drawImage(tag.picture, toDevicePx(x, ratio), toDevicePx(y, ratio), tag.width / ratio, tag.height / ratio)
  context.globalAlpha = 1
}

import { createHeat, type Heat } from './heat.ts'
import { createMarkerPainter, type MarkerPainter } from './markerPainter.ts'
import { createPictureList, type PictureList } from './pictureList.ts'
import { type PlacedCluster, type PlacedMarker, selectionRadius } from './placeMarkers.ts'
import type { Scene } from './scene.ts'
import { isSelected } from './selection.ts'
import { headingStep } from './sprite.ts'
import { createSpriteSource, type SpriteCache, type SpriteSource } from './spriteCache.ts'
import type { Viewport } from './viewport.ts'

/** What one map needs for drawing. */
export interface Drawing {
  readonly sprites: SpriteSource
  readonly heat: Heat
  readonly pictures: PictureList
  readonly painter: MarkerPainter
}

export const createDrawing = (): Drawing => ({
  sprites: createSpriteSource(),
  heat: createHeat(),
  pictures: createPictureList(),
  painter: createMarkerPainter(),
})

/** Decides what is drawn where, before each frame. @returns whether more than the animals has to be drawn */
export function placeFrame(scene: Scene, { sprites, heat, pictures, painter }: Drawing): boolean {
  const cache = sprites(scene)
  cache.beginFrame()
  scene.placement.update(scene, scene.markerLayer.now())
  const areRegionsMoved = scene.labels.update(scene, cache)
  listMarkers(scene, cache, pictures)
  painter.paint(pictures, scene.view.get())
  return areRegionsMoved || heat.isDue(scene, performance.now())
}

const marginPx = 40
const oldAlpha = 0.55

const isVisible = ({ x, y }: PlacedMarker | PlacedCluster, view: Viewport) =>
  x > -marginPx && y > -marginPx && x < view.width + marginPx && y < view.height + marginPx

/** Lists the pictures of all animals as they were placed: the pack above other animals, the user's animal on top, names above all. */
function listMarkers(scene: Scene, sprites: SpriteCache, list: PictureList) {
  const { isFar, markers, clusters } = scene.placement.current()
  const view = scene.view.get()
  const { ratio } = sprites
  list.pictures.length = 0
  list.places.length = 0
  list.ratio = ratio
  list.alpha = scene.isStale ? oldAlpha : 1
  // Rounded to whole device px: drawing between two blurs and costs more.
  const add = (picture: ImageBitmap, left: number, width: number, x: number, y: number) => {
    list.pictures.push(picture)
    list.places.push(left, width, Math.round(x * ratio), Math.round(y * ratio))
  }
  const addAround = (picture: ImageBitmap, { x, y }: PlacedMarker | PlacedCluster) => {
    const half = picture.width / ratio / 2
    add(picture, 0, picture.width, x - half, y - half)
  }
  const addMarker = ({ marker, x, y, heading }: PlacedMarker) => {
    const { picture, side, turns } = sprites.spriteFor(marker, isFar)
    const half = side / ratio / 2
    add(picture, turns ? headingStep(heading) * side : 0, side, x - half, y - half)
  }
  const addCluster = (cluster: PlacedCluster) => {
    if (!isVisible(cluster, view)) return
    addAround(sprites.cluster(cluster), cluster)
    if (cluster.key === scene.pointedCluster) addAround(sprites.selection(cluster.radius + 4), cluster)
  }

  for (const cluster of clusters) if (!cluster.isBadge) addCluster(cluster)
  const visible = markers.filter((placed) => isVisible(placed, view))
  for (const placed of visible) addMarker(placed)
  for (const placed of visible)
    if (isSelected(scene, 'animal', placed.marker.id))
      addAround(sprites.selection(selectionRadius(placed, isFar)), placed)
  for (const cluster of clusters) if (cluster.isBadge) addCluster(cluster)
  for (const { tag, x, y } of scene.labels.names()) add(tag.picture, 0, tag.width, x, y)
  list.isComplete = sprites.isFinal && !sprites.isBehind()
}

import type { Context } from 'konva/lib/Context.js'
import type { Layer as KonvaLayer } from 'konva/lib/Layer.js'
import { memo, type RefObject } from 'react'
import { Layer, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js'
import { drawEventLabels, drawEvents, drawMarks } from './drawEvents.ts'
import { drawGround } from './drawGround.ts'
import { drawDanger, drawMeasure, drawMeasurementLabels } from './drawMeasurements.ts'
import { drawPackPlaces } from './drawPackPlaces.ts'
import { drawTrailEnds, drawTrails } from './drawTrails.ts'
import type { Drawing } from './mapDrawing.ts'
import { paintList } from './pictureList.ts'
import { drawRegions } from './regionLabels.ts'
import type { Scene } from './scene.ts'

export interface LayerRefs {
  readonly ground: RefObject<KonvaLayer | null>
  readonly regions: RefObject<KonvaLayer | null>
  readonly markers: RefObject<KonvaLayer | null>
  readonly labels: RefObject<KonvaLayer | null>
}

interface MapLayersProps {
  readonly scene: Scene
  readonly drawing: Drawing
  readonly layers: LayerRefs
  readonly width: number
  readonly height: number
}

/**
 * The canvas layers. React mounts and sizes them; their content is drawn from the scene without React. The layers
 * listen to no events: hit testing is done by the map itself. Between the upper two lies the canvas of the marker painter.
 */
export const MapLayers = memo(function MapLayers(props: MapLayersProps) {
  const { scene, drawing, layers, width, height } = props
  const { pictures, painter, heat } = drawing
  const ground = (context: Context) => drawGround(context._context, scene, devicePixelRatio)
  const slow = ({ _context: context }: Context) => {
    heat.draw(context, scene, performance.now())
    if (scene.layers.trails) drawTrails(context, scene)
    if (scene.layers.events) drawEvents(context, scene)
    if (scene.layers.danger) drawDanger(context, scene)
    drawRegions(context, scene, scene.labels.regions())
    drawMeasure(context, scene)
  }
  const fast = ({ _context: context }: Context) => {
    if (scene.layers.trails) drawTrailEnds(context, scene, scene.markerLayer.now())
    if (scene.layers.pack) drawPackPlaces(context, scene)
    if (painter.isOnPage()) paintList(context, pictures)
  }
  const above = ({ _context: context }: Context) => {
    drawEventLabels(context, scene)
    drawMarks(context, scene)
    drawMeasurementLabels(context, scene)
  }
  return (
    <Stage width={width} height={height} listening={false}>
      <Layer ref={layers.ground} listening={false}>
        <Shape sceneFunc={ground} perfectDrawEnabled={false} />
      </Layer>
      <Layer ref={layers.regions} listening={false}>
        <Shape sceneFunc={slow} perfectDrawEnabled={false} />
      </Layer>
      <Layer ref={layers.markers} listening={false}>
        <Shape sceneFunc={fast} perfectDrawEnabled={false} />
      </Layer>
      <Layer ref={layers.labels} listening={false}>
        <Shape sceneFunc={above} perfectDrawEnabled={false} />
      </Layer>
    </Stage>
  )
})

/** Whether something is drawn under the animals by the page, beside the animals themselves. */
export const hasUnderlay = ({ layers, overlays }: Scene): boolean =>
  (layers.trails && overlays.trails.length > 0) ||
  (layers.pack && (overlays.pings.length > 0 || overlays.waypoint !== null))

/** Whether something is drawn above the animals. */
export const hasLabels = ({ layers, overlays: { events, marks = [], measure, dangerAt } }: Scene): boolean =>
  (layers.events && events.length > 0) || marks.length > 0 || measure !== null || (layers.danger && dangerAt !== null)

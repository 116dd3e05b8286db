import '@fontsource-variable/source-sans-3/wght.css'
import { stages } from 'konva/lib/Stage.js'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Circle, Group, Layer, Stage, Text } from 'react-konva'
import { toScreen } from '../../../client/map/viewport.ts'
import { themes } from '../../../client/themes/themes.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import { callsIn, layerAt, offerPage } from './benchPage.ts'
import { createWalk, seen } from './walk.ts'

const { walkers, places } = createWalk(1)
const ready: Point[][] = []
let ticks = 0
let last: Point[] = []
let show: (places: Point[]) => void = () => {}

/** The map as in react-konva's examples: marker positions are state, and each marker is a group that listens. */
function PeerMap() {
  const [shown, setShown] = useState<Point[]>([])
  show = setShown
  return (
    <Stage width={seen.width} height={seen.height}>
      <Layer>
        {walkers.map(({ id, name }, slot) => (
          <Group key={id} {...shown[slot]}>
            <Circle radius={8} fill={themes.day.carnivore} stroke={themes.day.mapHalo} strokeWidth={2} />
            <Text
              text={name}
              x={-40}
              y={14}
              width={80}
              align="center"
              fill={themes.day.mapInk}
              fontFamily="Source Sans 3 Variable"
              fontStyle="600"
              fontSize={13}
            />
          </Group>
        ))}
      </Layer>
    </Stage>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('This page has no #root.')
createRoot(root).render(<PeerMap />)
offerPage({
  prepare(wanted) {
    for (; ready.length < wanted; ticks++) ready.push(places(ticks).map((place) => toScreen(seen, place)))
  },
  tick() {
    const next = ready.shift()
    if (!next) throw new Error('More ticks were requested than were prepared.')
    last = next
    show(next)
  },
  commits: () => null,
  onDrawn(drawn) {
    layerAt(-1).on('draw.bench', drawn)
    return () => void layerAt(-1).off('draw.bench')
  },
  pieces: () => callsIn(layerAt(-1), 'fillText'),
  strays() {
    const groups = stages[0]?.find('Group') ?? []
    return last.filter(({ x, y }, slot) => x !== groups[slot]?.x() || y !== groups[slot]?.y()).length
  },
})

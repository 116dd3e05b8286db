import { atom, useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { pingPlace, setWaypoint } from '../../../shared/features/packs/commands.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import { useCommand } from '../../connection/useCommand.ts'
import type { Measure } from '../../map/scene.ts'
import type { Tool } from '../../map/selection.ts'

/** Rounds to whole map units. */
const onUnits = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

/** The active tool, its results and its commands. @param inPack whether the user is in a pack and can ping */
export function useMapTools(inPack: boolean) {
  const [tool, setTool] = useAtom(toolAtom)
  const [measure, setMeasure] = useState<Measure | null>(null)
  const [dangerAt, setDangerAt] = useState<Point | null>(null)
  const [alone, setAlone] = useState(false)
  const ping = useCommand(pingPlace)
  const waypoint = useCommand(setWaypoint)
  useEffect(() => () => setTool('none'), [setTool])

  const take = (next: Tool) => {
    setAlone(false)
    setTool(tool === next ? 'none' : next)
  }
  const sendPing = (place: Point) => {
    setAlone(!inPack)
    if (inPack) void ping.run(onUnits(place))
  }
  const onPlace = (place: Point) => {
    if (tool === 'measure') return setMeasure(nextMeasure(measure, place))
    setTool('none')
    if (tool === 'danger') setDangerAt(onUnits(place))
    if (tool === 'ping') sendPing(place)
    if (tool === 'waypoint') void waypoint.run({ place: onUnits(place) })
  }
  return {
    tool,
    measure,
    dangerAt,
    take,
    /** Pressing the button again removes its result. */
    takeMeasure() {
      setMeasure(null)
      setTool(tool === 'measure' || measure ? 'none' : 'measure')
    },
    takeDanger() {
      setDangerAt(null)
      setTool(tool === 'danger' || dangerAt ? 'none' : 'danger')
    },
    isPinging: ping.busy,
    isPlacing: waypoint.busy,
    problem: alone ? pingPlace.refusals.notInPack : (ping.refusal ?? waypoint.refusal)?.message,
    dismiss() {
      setAlone(false)
      ping.dismiss()
      waypoint.dismiss()
    },
    onMap: { tool, onPlace, onLeaveTool: () => setTool('none'), onContext: sendPing },
  }
}

export type MapToolsState = ReturnType<typeof useMapTools>

/** The measure after another press: the first begins, the second ends, the third begins a new one. */
export const nextMeasure = (measure: Measure | null, place: Point): Measure =>
  measure && measure.to === null ? { from: measure.from, to: place } : { from: place, to: null }

/** The active tool, set by the toolbar and by the pack panel. */
export const toolAtom = atom<Tool>('none')

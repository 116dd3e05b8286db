import { atom, useAtom, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { pingPlace, setWaypoint } from '../../../shared/features/packs/commands.ts'
import type { PingKind } from '../../../shared/features/packs/packLife.ts'
import type { Point } from '../../../shared/features/world/frame.ts'
import { useCommand } from '../../connection/useCommand.ts'
import type { Measure } from '../../map/overlays.ts'
import type { Tool } from '../../map/selection.ts'
import { sheetHeightAtom } from '../../ui/BottomSheet.tsx'

/** Rounds to whole map units. */
const onUnits = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

/** The active tool, its result and its commands. Taking a tool clears the result of another: one tool is lit at a time. */
export function useMapTools() {
  const [tool, setTool] = useAtom(toolAtom)
  const [pingKind, setPingKind] = useState<PingKind>('look')
  const [measure, setMeasure] = useState<Measure | null>(null)
  const [dangerAt, setDangerAt] = useState<Point | null>(null)
  const ping = useCommand(pingPlace)
  const waypoint = useCommand(setWaypoint)
  useEffect(() => () => setTool('none'), [setTool])

  const lit = litTool(tool, measure, dangerAt)
  /** Takes a tool and shows its result, if it has one already. */
  const switchTo = (next: Tool, result: { measure?: Measure; dangerAt?: Point } = {}) => {
    setMeasure(result.measure ?? null)
    setDangerAt(result.dangerAt ?? null)
    setTool(next)
  }
  const sendPing = (place: Point, kind: PingKind) => void ping.run({ ...onUnits(place), kind })
  const sendWaypoint = (place: Point) => void waypoint.run({ place: onUnits(place) })
  const showDanger = (place: Point) => switchTo('none', { dangerAt: onUnits(place) })
  const onPlace = (place: Point) => {
    if (tool === 'measure') return setMeasure(nextMeasure(measure, place))
    if (tool === 'danger') return showDanger(place)
    setTool('none')
    if (tool === 'ping') sendPing(place, pingKind)
    if (tool === 'waypoint') sendWaypoint(place)
  }
  const leaveTool = () => {
    setTool('none')
    if (measure?.to === null) setMeasure(null)
  }
  useToolFocus(tool, leaveTool)
  const setSheetHeight = useSetAtom(sheetHeightAtom)
  useEffect(() => {
    // On a phone a raised sheet covers the lower edge of the map, where the tool says what it does.
    if (lit !== 'none') setSheetHeight('low')
  }, [lit, setSheetHeight])
  return {
    /** The tool that is in use or whose result is shown; 'none' for none. */
    lit,
    measure,
    dangerAt,
    pingKind,
    choosePingKind: setPingKind,
    /** Taking the lit tool again puts it away, with its result. */
    take: (next: Tool) => switchTo(lit === next ? 'none' : next),
    sendPing,
    sendWaypoint,
    showDanger,
    measureFrom: (from: Point) => switchTo('measure', { measure: { from, to: null } }),
    isPinging: ping.busy,
    isPlacing: waypoint.busy,
    problem: (ping.refusal ?? waypoint.refusal)?.message,
    dismiss() {
      ping.dismiss()
      waypoint.dismiss()
    },
    onMap: { tool, onPlace, onLeaveTool: leaveTool },
  }
}

export type MapToolsState = ReturnType<typeof useMapTools>

/** The tool in use, otherwise the one whose result is shown. */
export const litTool = (tool: Tool, measure: Measure | null, dangerAt: Point | null): Tool => {
  if (tool !== 'none') return tool
  return measure ? 'measure' : dangerAt ? 'danger' : 'none'
}

/** The measure after another press: the first begins, the second ends, the third begins a new one. */
export const nextMeasure = (measure: Measure | null, place: Point): Measure =>
  measure && measure.to === null ? { from: measure.from, to: place } : { from: place, to: null }

/** The active tool, set by the toolbar and by the pack panel. */
export const toolAtom = atom<Tool>('none')

const mapElement = '[aria-roledescription="map"]'

/**
 * While a tool is active the map has the focus, since Enter places the tool there, and Escape leaves it from anywhere on the page. The focus
 * then returns to the control that took the tool, unless the user has pointed at the map or moved on.
 */
function useToolFocus(tool: Tool, onLeave: () => void) {
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    if (tool === 'none') return
    const from = document.activeElement
    const map = document.querySelector<HTMLElement>(mapElement)
    let hasPointed = false
    const onPointer = () => {
      hasPointed = true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog over the map has its own Escape.
      const isOver = event.target instanceof Element && event.target.closest('dialog')
      if (event.key !== 'Escape' || event.defaultPrevented || isOver) return
      event.preventDefault()
      leave.current()
    }
    map?.focus({ preventScroll: true })
    map?.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      map?.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKeyDown)
      const { activeElement, body } = document
      // The body has it once the tool's own button, which is gone with the tool, was pressed.
      const isFree = activeElement === map || activeElement === body
      if (isFree && !hasPointed && from instanceof HTMLElement) from.focus({ preventScroll: true })
    }
  }, [tool])
}

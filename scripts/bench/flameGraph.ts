// Draws a CPU profile of Node or Chromium as a flame graph: node scripts/bench/flameGraph.ts PROFILE.cpuprofile GRAPH.svg [SECONDS]
// SECONDS leaves out the start of the process: what it compiles and reads would hide what is measured.
import { readFileSync, writeFileSync } from 'node:fs'

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}
interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  /** µs before each sample. */
  readonly timeDeltas: readonly number[]
}

/** A function below its caller, with all time of the calls below it, µs. */
interface Frame {
  readonly name: string
  us: number
  readonly below: Map<string, Frame>
}

const width = 1_200
const rowHeight = 16
/** Narrower frames would not be seen. */
const leastWidth = 1.5
const pixelsOfLetter = 6.2

const newFrame = (name: string): Frame => ({ name, us: 0, below: new Map() })

/** `dispatch engine/dispatch.ts:86`: the file with its folder. */
function nameOf({ functionName, url, lineNumber }: ProfileNode['callFrame']) {
  const file = url.split('/').slice(-2).join('/')
  return `${functionName || 'anonymous'}${file && ` ${file}:${lineNumber + 1}`}`
}

/** All samples after the first seconds, but for those in which the thread was idle. */
function framesOf({ nodes, samples, timeDeltas }: Profile, afterSeconds: number): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const root = newFrame('all')
  let elapsedUs = 0
  for (const [nth, sample] of samples.entries()) {
    elapsedUs += timeDeltas[nth] ?? 0
    if (elapsedUs < afterSeconds * 1_000_000) continue
    const names: string[] = []
    for (let id: number | undefined = sample; id !== undefined; id = callers.get(id)) {
      const node = byId.get(id)
      if (node && callers.has(id)) names.unshift(nameOf(node.callFrame))
    }
    if (names[0] === '(idle)') continue
    let frame = root
    for (const name of [null, ...names]) {
      const next = name === null ? frame : (frame.below.get(name) ?? newFrame(name))
      if (name !== null) frame.below.set(name, next)
      next.us += timeDeltas[nth] ?? 0
      frame = next
    }
  }
  return root
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** One rectangle for each frame that is wide enough, callers on top. The name and the share are its tooltip. */
export function flameGraphOf(profile: Profile, afterSeconds = 0): string {
  const root = framesOf(profile, afterSeconds)
  const shapes: string[] = []
  let depth = 0
  const draw = (frame: Frame, left: number, row: number) => {
    const wide = (frame.us / root.us) * width
    if (wide < leastWidth) return
    depth = Math.max(depth, row)
    const letters = Math.floor(wide / pixelsOfLetter)
    const label = letters > 3 ? escaped(frame.name.slice(0, letters)) : ''
    const share = ((frame.us / root.us) * 100).toFixed(1)
    const hue = frame.name.includes('.ts:') ? 32 : frame.name.startsWith('(') ? 0 : 205
    shapes.push(
      `<g><title>${escaped(frame.name)} ${share}%</title><rect x="${left.toFixed(1)}" y="${row * rowHeight}" width="${wide.toFixed(1)}" height="${rowHeight - 1}" fill="hsl(${hue} 70% 72%)"/>` +
        `${label && `<text x="${(left + 2).toFixed(1)}" y="${row * rowHeight + 11}">${label}</text>`}</g>`,
    )
    let at = left
    for (const child of [...frame.below.values()].sort((one, other) => other.us - one.us)) {
      draw(child, at, row + 1)
      at += (child.us / root.us) * width
    }
  }
  draw(root, 0, 0)
  const height = (depth + 1) * rowHeight
  const style = '<style>text{font:10px monospace}</style><rect width="100%" height="100%" fill="#fff"/>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>CPU time by function, callers above what they call</title>${style}${shapes.join('\n')}</svg>\n`
}

if (import.meta.main) {
  const [profile, graph, seconds = '0'] = process.argv.slice(2)
  if (!profile || !graph) throw new Error('Name a profile (.cpuprofile) and the graph to be written (.svg).')
  writeFileSync(graph, flameGraphOf(JSON.parse(readFileSync(profile, 'utf8')), Number(seconds)))
}

import { answerParent } from './fanOutChild.ts'
import { openGatewayPath } from './fanOutGateway.ts'
import { openPlain, openStock, type Path } from './fanOutPaths.ts'

// The process whose CPU time and memory are measured: it only sends. Whoever receives is another one.

export type PathName = 'gateway' | 'stock' | 'plain'

const paths = new Map<PathName, Path>()
const pathOf = (name: PathName) => {
  const path = paths.get(name)
  if (!path) throw new Error(`The path "${name}" is not open.`)
  return path
}
let gateway: Awaited<ReturnType<typeof openGatewayPath>> | undefined
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function open(name: PathName) {
  if (name === 'gateway') gateway = await openGatewayPath()
  paths.set(name, name === 'gateway' && gateway ? gateway : await (name === 'stock' ? openStock() : openPlain()))
  return pathOf(name).port
}

/** The longest time, in ms, in which nothing else could run during one broadcast and the turns after it. */
async function longestBlock(name: PathName) {
  let longest = 0
  let last = performance.now()
  const beat = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  pathOf(name).broadcast()
  for (let turns = 0; turns < 60; turns += 1) {
    await turn()
    beat()
  }
  return longest
}

/** Memory of JavaScript and what it holds outside, bytes, after a thorough cleaning. */
async function memory() {
  for (let turns = 0; turns < 6; turns += 1) {
    globalThis.gc?.()
    await turn()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const answers = {
  open,
  broadcast: (name: PathName) => pathOf(name).broadcast(),
  tickWithPatch: () => gateway?.tickWithPatch(),
  writes: () => gateway?.writes() ?? 0,
  /** CPU time of this process so far, µs. */
  cpu: () => {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  longestBlock,
  memory,
}
export type ServerAnswers = typeof answers

answerParent(answers)

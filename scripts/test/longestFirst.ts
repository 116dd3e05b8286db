import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a file takes on two idle cores, s. Only the order matters: a new file belongs here if it takes more than twenty. */
const longFiles: Readonly<Record<string, number>> = {
  'scripts/bench.integration.test.ts': 100,
  'server/storage/redis/redis.contract.test.ts': 65,
  'server/game/commandBridge/commandBridge.contract.test.ts': 61,
  'server/storage/transfer/transfer.integration.test.ts': 58,
  'server/features/packs/packs.integration.test.ts': 53,
  'server/app/main.integration.test.ts': 40,
  'scripts/chaos/chaos.crash.test.ts': 36,
  'server/testing/kill.crash.test.ts': 33,
  'server/engine/startUpMemory.integration.test.ts': 32,
  'server/game/evrima/hostileLink.contract.test.ts': 31,
  'server/security/attacks/connections.integration.test.ts': 31,
  'server/security/attacks/persons.integration.test.ts': 30,
  'server/app/replay.integration.test.ts': 29,
  'server/storage/sqlite/sqlite.contract.test.ts': 28,
  'scripts/transfer/transfer.integration.test.ts': 27,
  'server/app/app.integration.test.ts': 26,
  'server/cluster/floods.integration.test.ts': 25,
  'server/security/attacks/clocks.integration.test.ts': 25,
  'server/cluster/takeOver.integration.test.ts': 24,
  'server/cluster/clockSet.integration.test.ts': 23,
  'server/security/attacks/damagedFiles.integration.test.ts': 21,
  'server/game/actionLink.contract.test.ts': 20,
  'scripts/test/browser/auth.browser.test.ts': 63,
  'scripts/test/browser/liveMap.browser.test.ts': 57,
  'scripts/test/browser/replay.browser.test.ts': 53,
  'scripts/test/browser/staffMap.browser.test.ts': 52,
  'scripts/test/browser/profile.browser.test.ts': 49,
  'scripts/test/browser/packs.browser.test.ts': 49,
  'scripts/test/browser/mapScreen.browser.test.ts': 48,
  'scripts/test/browser/frame.browser.test.ts': 46,
  'scripts/test/browser/staffTools.browser.test.ts': 44,
  'scripts/test/browser/staffFaults.browser.test.ts': 44,
  'scripts/test/browser/parts.browser.test.ts': 39,
  'scripts/test/browser/roles.browser.test.ts': 37,
  'scripts/test/browser/calibration.browser.test.ts': 33,
  'scripts/test/browser/staffCommands.browser.test.ts': 28,
}
export const longFileNames: readonly string[] = Object.keys(longFiles)

interface File {
  /** From the folder of the project. */
  readonly path: string
}

const isBrowser = ({ path }: File) => path.includes('.browser.')
/** A file that runs in an imitated browser. */
const isScreen = ({ path }: File) => path.endsWith('.test.tsx')
const secondsOf = (file: File) => longFiles[file.path] ?? (isBrowser(file) ? 15 : 2)

/**
 * Long files first, so that none is left alone at the end. Those in a browser keep the cores busy, the others mostly wait: both are spread
 * over the run, so that one computes while another waits. Screens follow each other: Vitest ends a worker, and all modules that it has
 * loaded, when the next file has another environment.
 */
export function orderFiles<One extends File>(files: readonly One[]): One[] {
  const longest = files.toSorted((a, b) => secondsOf(b) - secondsOf(a))
  const parts = [longest.filter(isBrowser), longest.filter((file) => !isBrowser(file) && !isScreen(file))].map(
    (part) => ({ left: part, all: sum(part), begun: 0 }),
  )
  const mixed: One[] = []
  for (;;) {
    // The part of which the smaller share has begun goes on.
    const [next] = parts.filter(({ left }) => left.length > 0).toSorted((a, b) => a.begun / a.all - b.begun / b.all)
    const file = next?.left.shift()
    if (!next || !file) break
    next.begun += secondsOf(file)
    mixed.push(file)
  }
  return [...longest.filter(isScreen), ...mixed]
}

const sum = (files: readonly File[]) => files.reduce((seconds, file) => seconds + secondsOf(file), 0)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const sorted = await super.sort(files)
    const ordered = orderFiles(sorted.map((file) => ({ file, path: file.moduleId.slice(root.length + 1) })))
    return ordered.map(({ file }) => file)
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a file takes beside others on two cores, s. Only the order matters: a new file belongs here if it takes more than twenty. */
const longFiles: Readonly<Record<string, number>> = {
  'scripts/bench.integration.test.ts': 168,
  'server/storage/redis/redis.contract.test.ts': 92,
  'server/storage/transfer/transfer.integration.test.ts': 79,
  'server/features/packs/packs.integration.test.ts': 79,
  'server/security/attacks/hostileTexts.integration.test.ts': 76,
  'server/game/commandBridge/commandBridge.contract.test.ts': 71,
  'server/app/gameFiles.integration.test.ts': 67,
  'server/engine/startUpMemory.integration.test.ts': 61,
  'server/storage/backups/backups.integration.test.ts': 60,
  'server/testing/kill.crash.test.ts': 54,
  'server/app/backups.integration.test.ts': 50,
  'server/game/evrima/hostileLink.contract.test.ts': 46,
  'scripts/torture/nodes.crash.test.ts': 46,
  'scripts/torture/torture.integration.test.ts': 20,
  'server/app/main.integration.test.ts': 41,
  'server/app/replay.integration.test.ts': 41,
  'server/security/attacks/connections.integration.test.ts': 39,
  'server/storage/sqlite/sqlite.contract.test.ts': 39,
  'server/security/attacks/persons.integration.test.ts': 37,
  'server/features/redemptions/redemptions.property.test.ts': 33,
  'server/security/attacks/damagedFiles.integration.test.ts': 31,
  'server/app/app.integration.test.ts': 30,
  'scripts/cluster/rollingDeploy.integration.test.ts': 29,
  'server/security/attacks/clocks.integration.test.ts': 26,
  'server/cluster/floods.integration.test.ts': 26,
  'server/cluster/takeOver.integration.test.ts': 25,
  'server/app/gameHost.integration.test.ts': 25,
  'server/game/commandBridge/commandBridgeLink.integration.test.ts': 25,
  'server/cluster/clockSet.integration.test.ts': 24,
  'scripts/fixture/watchdog.integration.test.ts': 23,
  'scripts/transfer/transfer.integration.test.ts': 22,
  'server/app/calls.integration.test.ts': 22,
  'server/app/modBridge.integration.test.ts': 21,
  'scripts/load/load.integration.test.ts': 21,
  'scripts/test/browser/profile.browser.test.ts': 70,
  'scripts/test/browser/staffMap.browser.test.ts': 70,
  'scripts/test/browser/auth.browser.test.ts': 65,
  'scripts/test/browser/liveMap.browser.test.ts': 65,
  'scripts/test/browser/replay.browser.test.ts': 64,
  'scripts/test/browser/mapScreen.browser.test.ts': 57,
  'scripts/test/browser/staffFaults.browser.test.ts': 45,
  'scripts/test/browser/roles.browser.test.ts': 45,
  'scripts/test/browser/packs.browser.test.ts': 44,
  'scripts/test/browser/calibration.browser.test.ts': 33,
  'scripts/test/browser/frame.browser.test.ts': 32,
  'scripts/test/browser/staffTools.browser.test.ts': 30,
  'scripts/test/browser/ownMap.browser.test.ts': 26,
  'scripts/test/browser/staffCommands.browser.test.ts': 26,
  'scripts/test/browser/parts.browser.test.ts': 26,
  'scripts/test/browser/staffBansAndAudit.browser.test.ts': 24,
  'scripts/test/browser/apiDocs.browser.test.ts': 23,
}
export const longFileNames: readonly string[] = Object.keys(longFiles)

/** The projects of scripts/vitest.config.ts, in the order in which they begin: those with a process for each file first. */
const projects = ['crash', 'alone', 'contract', 'integration', 'browser', 'property', 'pages', 'unit']

interface File {
  /** From the folder of the project. */
  readonly path: string
  readonly project: string
}

/** A file that runs in an imitated browser. */
const isScreen = ({ path }: File) => path.endsWith('.test.tsx')
const secondsOf = ({ path }: File) => longFiles[path] ?? 2
const rankOf = (file: File) => (isScreen(file) ? -1 : projects.indexOf(file.project))

/**
 * Files of one project follow each other, screens before the rest: Vitest ends a worker, and all modules that it has loaded, when the next
 * file is another project's or has another environment. In each project the long files are first, so that none is left alone at the end.
 */
export const orderFiles = <One extends File>(files: readonly One[]): One[] =>
  files.toSorted((a, b) => rankOf(a) - rankOf(b) || secondsOf(b) - secondsOf(a))

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const sorted = await super.sort(files)
    const ordered = orderFiles(
      sorted.map((file) => ({ file, path: file.moduleId.slice(root.length + 1), project: file.project.name })),
    )
    return ordered.map(({ file }) => file)
  }
}

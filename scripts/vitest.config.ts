import { configDefaults, defineConfig } from 'vitest/config'
import { repositoryRoot } from './repositoryRoot.ts'
import { LongestFirst } from './test/longestFirst.ts'

// The name of a test file says what it needs: *.test.ts nothing but Node; the others as named here.
// *.property.test.ts needs nothing but Node either, but takes longer: `npm run check` leaves it out, and unit tests with the tag `slow`.
const tests = (ending: string, folders = '{shared,server,client,scripts}'): string =>
  `${folders}/**/*${ending}.test.{ts,tsx}`
const CONTRACT = '{shared,server,client,scripts}/**/*{.contract,contract}.test.ts'
const SPECIAL = [CONTRACT, ...['.property', '.integration', '.browser', '.crash'].map((ending) => tests(ending))]

/** Files of integration tests that change what others in their process would see: modules, the machine's time, classes of Node, or its memory. */
const ALONE = [
  'scripts/bench.integration.test.ts',
  'server/engine/startUpMemory.integration.test.ts',
  'server/app/asvs.integration.test.ts',
  'server/gateway/{fuzz,resume}.integration.test.ts',
  'server/security/attacks/clocks.integration.test.ts',
  'server/storage/fixtures/fixtureFiles.integration.test.ts',
  'server/storage/sqlite/{closedSource,migrate,writing}.integration.test.ts',
  'server/storage/transfer/writeExport.integration.test.ts',
]

type Needs = {
  readonly include: string[]
  readonly exclude?: string[]
  /** Only a test that hangs meets its limit, even on a slow and busy machine. */
  readonly limitMs: number
  /** Files that run at the same time; default: one per core. */
  readonly atOnce?: number
  /** Files share a process and the modules that they import, whose loading would be much of the work: for tests that change no module's state. */
  readonly sharesModules?: boolean
  /**
   * Vite loads the modules: where they have JSX or styles, as those of pages, and where a test replaces modules. Node loads all others, as in
   * the product: that is a third less CPU time, and what is imported is read directly and not through getters.
   */
  readonly isLoadedByVite?: boolean
  /** Projects of a group run side by side, with the same number of files at once; groups run one after the other. */
  readonly group: number
}

const project = (name: string, needs: Needs) => {
  const { include, exclude = [], limitMs, atOnce, sharesModules = false, isLoadedByVite = false, group } = needs
  return {
    extends: true as const,
    test: {
      name,
      include,
      exclude: [...configDefaults.exclude, ...exclude],
      // Node's own loader: that of Vitest reads each module for what it replaces. Without it `vi.mock` is an error where Node loads.
      experimental: { viteModuleRunner: isLoadedByVite, nodeLoader: false },
      isolate: !sharesModules,
      testTimeout: limitMs,
      hookTimeout: limitMs,
      expect: { poll: { timeout: limitMs / 2 } },
      ...(atOnce !== undefined && { maxWorkers: atOnce }),
      sequence: { groupOrder: group },
    },
  }
}

export default defineConfig({
  root: repositoryRoot,
  test: {
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    // The benches alone run beside each other within a file: more at once would take the cores from the other files.
    maxConcurrency: 2,
    silent: 'passed-only',
    tags: [{ name: 'slow', description: 'A unit test that takes more than 0.2 s: `npm run check` leaves it out.' }],
    projects: [
      project('unit', {
        include: [tests('', '{shared,server,scripts}')],
        exclude: SPECIAL,
        limitMs: 120_000,
        atOnce: 2,
        sharesModules: true,
        group: 0,
      }),
      project('pages', {
        include: [tests('', 'client')],
        exclude: SPECIAL,
        limitMs: 120_000,
        atOnce: 2,
        sharesModules: true,
        isLoadedByVite: true,
        group: 0,
      }),
      project('property', {
        include: [tests('.property')],
        limitMs: 1_800_000,
        atOnce: 2,
        sharesModules: true,
        group: 0,
      }),
      project('contract', { include: [CONTRACT], limitMs: 900_000, atOnce: 4, sharesModules: true, group: 1 }),
      project('integration', {
        include: [tests('.integration')],
        exclude: ALONE,
        limitMs: 900_000,
        atOnce: 4,
        sharesModules: true,
        group: 1,
      }),
      project('alone', { include: ALONE, limitMs: 900_000, atOnce: 4, isLoadedByVite: true, group: 1 }),
      project('crash', { include: [tests('.crash')], limitMs: 1_800_000, atOnce: 4, group: 1 }),
      // `npm test` runs these in a process of Vitest of its own beside the others: two of them keep the cores busy while the others wait.
      project('browser', {
        include: [tests('.browser')],
        limitMs: 600_000,
        atOnce: 2,
        sharesModules: true,
        isLoadedByVite: true,
        group: 2,
      }),
    ],
  },
})

import { configDefaults, defineConfig } from 'vitest/config'
import { repositoryRoot } from './repositoryRoot.ts'
import { LongestFirst } from './test/longestFirst.ts'

// The name of a test file says what it needs: *.test.ts nothing but Node; the others as named here.
// *.property.test.ts needs nothing but Node either, but takes longer: `npm run check` leaves it out.
const tests = (ending: string): string => `{shared,server,client,scripts}/**/*${ending}.test.{ts,tsx}`
const CONTRACT = '{shared,server,client,scripts}/**/*{.contract,contract}.test.ts'
const SPECIAL = [CONTRACT, ...['.property', '.integration', '.browser', '.crash'].map(tests)]

type Needs = {
  readonly include: string[]
  readonly exclude?: string[]
  /** Only a test that hangs meets its limit, also on a slow and busy machine. */
  readonly limitMs: number
  /** Files that run at the same time; default: one per core. */
  readonly atOnce?: number
  /** Files share the modules that they import: for tests that change no module's state, where loading is most of the work. */
  readonly sharesModules?: boolean
}

const project = (name: string, { include, exclude = [], limitMs, atOnce, sharesModules = false }: Needs) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    isolate: !sharesModules,
    testTimeout: limitMs,
    hookTimeout: limitMs,
    expect: { poll: { timeout: limitMs / 2 } },
    ...(atOnce !== undefined && { maxWorkers: atOnce }),
    // Of a selection with both kinds those that share modules run first: a group has one number of files at once.
    sequence: { groupOrder: sharesModules ? 0 : 1 },
  },
})

export default defineConfig({
  root: repositoryRoot,
  test: {
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    // The benches alone run beside each other within a file: more at once would take the cores from the other files.
    maxConcurrency: 2,
    silent: 'passed-only',
    projects: [
      project('unit', { include: [tests('')], exclude: SPECIAL, limitMs: 120_000, atOnce: 3, sharesModules: true }),
      project('property', { include: [tests('.property')], limitMs: 600_000, atOnce: 3, sharesModules: true }),
      project('contract', { include: [CONTRACT], limitMs: 300_000, atOnce: 4 }),
      project('integration', { include: [tests('.integration')], limitMs: 300_000, atOnce: 4 }),
      project('browser', { include: [tests('.browser')], limitMs: 600_000, atOnce: 4 }),
      project('crash', { include: [tests('.crash')], limitMs: 900_000, atOnce: 4 }),
    ],
  },
})

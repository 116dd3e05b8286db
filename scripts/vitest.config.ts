import { configDefaults, defineConfig } from 'vitest/config'
import { repositoryRoot } from './repositoryRoot.ts'
import { LongestFirst } from './test/longestFirst.ts'

// A test's file name says what it needs: *.test.ts nothing but Node; the others as named here.
const tests = (ending: string): string => `{shared,server,client,scripts}/**/*${ending}.test.{ts,tsx}`
const CONTRACT = '{shared,server,client,scripts}/**/*{.contract,contract}.test.ts'
const SPECIAL = [CONTRACT, tests('.integration'), tests('.browser'), tests('.crash')]

type Needs = {
  readonly include: string[]
  readonly exclude?: string[]
  readonly limitMs: number
  /** So many files at a time; as many as there are cores unless it is said. */
  readonly atOnce?: number
  /** Files share what they import: for tests that leave nothing behind in a module, of which loading is most of the work. */
  readonly together?: boolean
}

const project = (name: string, { include, exclude = [], limitMs, atOnce, together = false }: Needs) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    isolate: !together,
    testTimeout: limitMs,
    hookTimeout: limitMs,
    // What is waited for comes when the machine has time for it.
    expect: { poll: { timeout: Math.min(limitMs, 30_000) } },
    ...(atOnce !== undefined && { maxWorkers: atOnce }),
  },
})

export default defineConfig({
  root: repositoryRoot,
  test: {
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    silent: 'passed-only',
    projects: [
      project('unit', { include: [tests('')], exclude: SPECIAL, limitMs: 20_000, atOnce: 3, together: true }),
      project('contract', { include: [CONTRACT], limitMs: 30_000, atOnce: 4 }),
      project('integration', { include: [tests('.integration')], limitMs: 60_000, atOnce: 4 }),
      project('browser', { include: [tests('.browser')], limitMs: 120_000, atOnce: 3 }),
      project('crash', { include: [tests('.crash')], limitMs: 240_000, atOnce: 4 }),
    ],
  },
})

import { configDefaults, defineConfig } from 'vitest/config'
import { repositoryRoot } from './repositoryRoot.ts'

// A test's file name says what it needs: *.test.ts nothing but Node; the others as named here.
const tests = (ending: string): string => `{shared,server,client,scripts}/**/*${ending}.test.{ts,tsx}`
const CONTRACT = '{shared,server,client,scripts}/**/*{.contract,contract}.test.ts'
const SPECIAL = [CONTRACT, tests('.integration'), tests('.browser'), tests('.crash')]

type Needs = {
  readonly include: string[]
  readonly exclude?: string[]
  readonly limitMs: number
  readonly inTurn: boolean
}

/** `inTurn`: one file after the other, for tests that start processes and would slow each other down. */
const project = (name: string, { include, exclude = [], limitMs, inTurn }: Needs) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    testTimeout: limitMs,
    hookTimeout: limitMs,
    fileParallelism: !inTurn,
  },
})

export default defineConfig({
  root: repositoryRoot,
  test: {
    allowOnly: false,
    silent: 'passed-only',
    projects: [
      project('unit', { include: [tests('')], exclude: SPECIAL, limitMs: 20_000, inTurn: false }),
      project('contract', { include: [CONTRACT], limitMs: 30_000, inTurn: false }),
      project('integration', { include: [tests('.integration')], limitMs: 60_000, inTurn: true }),
      project('browser', { include: [tests('.browser')], limitMs: 120_000, inTurn: true }),
      project('crash', { include: [tests('.crash')], limitMs: 240_000, inTurn: true }),
    ],
  },
})

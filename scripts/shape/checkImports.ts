import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser'
import { filesUnder } from '../build/fingerprint.ts'
import { checkChanged, rulesOf } from './foundClean.ts'
import { importRules } from './importRules.ts'

const FOLDERS = ['shared', 'server', 'client', 'scripts']
const CODE = /\.[cm]?[jt]sx?$/

function describe({ rule, from, to, cycle }: IViolation, comment: string): string {
  const way = cycle ? [from, ...cycle.map((step) => step.name)].join(' → ') : `${from} → ${to}`
  return `${rule.name}: ${way}\n    ${comment}`
}

/**
 * Every import in the folder's source files that points where it must not, as sentences. Empty if all is well. The imports are looked
 * at together, as circles need, and only if one of them, or the list of files, has changed since all was well.
 */
export const checkImports = (root: string): Promise<readonly string[]> =>
  checkChanged({
    root,
    name: 'imports',
    rules: rulesOf('scripts/shape/checkImports.ts'),
    read: () => new Map([['imports', allImports(root)]]),
    findFaults: () => findFaults(root),
  })

function allImports(root: string): string {
  const files = FOLDERS.flatMap((folder) => filesUnder(root, folder))
  return files
    .map((file) => (CODE.test(file) ? `${file}\n${importsIn(readFileSync(join(root, file), 'utf8'))}` : file))
    .join('\n')
}

/** A text from its beginning to the line behind the last one that names an import, where the path of a call may stand. */
export function importsIn(text: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => /\b(from\s*['"]|import\b|require\b)/.test(line))
  return lines.slice(0, last + 2).join('\n')
}

async function findFaults(root: string): Promise<string[]> {
  const { output } = await cruise(
    FOLDERS.filter((folder) => existsSync(join(root, folder))),
    {
      baseDir: root,
      // TypeScript 7 has no programming interface that dependency-cruiser can use; swc reads the same sources.
      parser: 'swc',
      skipAnalysisNotInRules: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: '^node_modules/' },
      ruleSet: { forbidden: [...importRules] },
      validate: true,
    },
    { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] },
  )
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`)
  return faultsOf(output)
}

function faultsOf({ modules, summary }: ICruiseResult): string[] {
  if (modules.length === 0) return ['no source file was read: the check of imports is broken']
  const comments = new Map(importRules.map((rule) => [rule.name, rule.comment ?? '']))
  return summary.violations.map((violation) => describe(violation, comments.get(violation.rule.name) ?? ''))
}

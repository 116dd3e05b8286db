import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser'
import { importRules } from './importRules.ts'

const FOLDERS = ['shared', 'server', 'client', 'scripts']

function describe({ rule, from, to, cycle }: IViolation, comment: string): string {
  const way = cycle ? [from, ...cycle.map((step) => step.name)].join(' → ') : `${from} → ${to}`
  return `${rule.name}: ${way}\n    ${comment}`
}

/** Every import in the folder's source files that points where it must not, as sentences. Empty if all is well. */
export async function checkImports(root: string): Promise<string[]> {
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

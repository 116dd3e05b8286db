import { type Module, parseSync } from '@swc/core'

let last: { readonly path: string; readonly text: string; readonly tree: Module } | undefined

/** The syntax tree of a source file. The last one is kept: the checks read one file after the other. Throws if it is not TypeScript. */
export function syntaxTree(path: string, text: string): Module {
  if (last?.path === path && last.text === text) return last.tree
  const tree = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'esnext' })
  last = { path, text, tree }
  return tree
}

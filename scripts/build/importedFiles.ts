import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

// Every import of ours is written in one of these forms, with a relative path that names the file with its ending.
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(IMPORT)].map(([, path = '']) => normalize(join(dirname(file), path)))

/** The file and every file of ours that it needs, directly or through others: what its result depends on. Paths from `root`. */
export function importedFiles(root: string, entry: string): string[] {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file) || !existsSync(join(root, file))) return
    seen.add(file)
    for (const imported of importsOf(file, readFileSync(join(root, file), 'utf8'))) visit(imported)
  }
  visit(entry)
  return [...seen].sort()
}

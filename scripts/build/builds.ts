import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { repositoryRoot } from '../repositoryRoot.ts'
import { runCommand } from '../runCommand.ts'
import { type Build, bringUpToDate } from './bringUpToDate.ts'
import { filesUnder } from './fingerprint.ts'

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** The island of the hub, always drawn from the same seed. */
const mapBuild: Build = {
  name: 'map',
  doing: 'Drawing the island',
  aboutSeconds: 20,
  inputs: (root) => [...importedFiles(root, 'scripts/drawIsland.ts'), 'package-lock.json'],
  output: { folder: 'build/map', mainFile: 'island-day-4096.webp' },
  args: ['scripts/drawIsland.ts', '--seed', '7', '--out', 'build/map'],
}

/** The bundled client. */
export const clientBuild: Build = {
  name: 'client',
  doing: 'Building the page',
  aboutSeconds: 10,
  inputs: (root) => [
    'scripts/build/buildPages.ts',
    ...filesUnder(root, 'client').filter((file) => !isTest(file)),
    ...filesUnder(root, mapBuild.output.folder), // the page takes the island along
    ...filesUnder(root, 'shared').filter((file) => !isTest(file)),
    'package-lock.json',
    'tsconfig.json',
  ],
  output: { folder: 'build/client', mainFile: 'index.html' },
  args: ['scripts/build/buildPages.ts'],
}

/** For users, whatever starts it: with NODE_ENV=test, as in a test, Vite would bundle React's edition for developers. */
export const runBuild = (args: readonly string[]) =>
  runCommand(process.execPath, args, { output: 'kept', limitMs: 300_000, environment: { NODE_ENV: 'production' } })

/** Brings the drawn map and the bundled client up to date. @throws BuildFailed */
export async function buildEverything(): Promise<void> {
  for (const build of [mapBuild, clientBuild]) {
    await bringUpToDate(build, { root: repositoryRoot, print: console.log, run: runBuild })
  }
}

// Every import of our files has one of these forms, with a relative path that includes the extension.
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(IMPORT)].map(([, path = '']) => normalize(join(dirname(file), path)))

/** The file and all our files that it imports, directly or indirectly, as paths from `root`. */
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

import type { Build } from './bringUpToDate.ts'
import { filesUnder } from './fingerprint.ts'
import { importedFiles } from './importedFiles.ts'

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** The island that comes with the hub, always drawn from the same seed. */
export const mapBuild: Build = {
  name: 'map',
  doing: 'Drawing the island',
  aboutSeconds: 20,
  inputs: (root) => [...importedFiles(root, 'scripts/drawIsland.ts'), 'package-lock.json'],
  output: { folder: 'build/map', mainFile: 'island-day.webp' },
  args: ['scripts/drawIsland.ts', '--seed', '7', '--out', 'build/map'],
}

/** The page, bundled. */
export const clientBuild: Build = {
  name: 'client',
  doing: 'Building the page',
  aboutSeconds: 10,
  inputs: (root) => [
    ...filesUnder(root, 'client').filter((file) => !isTest(file)),
    ...filesUnder(root, mapBuild.output.folder), // the page takes the island along
    ...filesUnder(root, 'shared').filter((file) => !isTest(file)),
    'package-lock.json',
    'tsconfig.json',
  ],
  output: { folder: 'build/client', mainFile: 'index.html' },
  args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'client/vite.config.ts', '--logLevel', 'warn'],
}

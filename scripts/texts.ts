// npm run texts: prints every text that a person may read on a page, in an answer, a log line or an error, with its file, so that all of
// them can be read from first to last. npm run texts -- client/features/staff prints those of a folder.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repositoryRoot.ts'
import { isShown, textsOf } from './texts/textsOf.ts'

const [only = ''] = process.argv.slice(2)
let count = 0
for (const path of globSync('{client,server,shared,scripts}/**/*.{ts,tsx,mjs}', { cwd: repositoryRoot }).toSorted()) {
  if (!path.startsWith(only) || !isShown(path)) continue
  const texts = textsOf(path, readFileSync(join(repositoryRoot, path), 'utf8'))
  if (texts.length > 0) console.log(`\n${path}\n${texts.map((text) => `  ${text}`).join('\n')}`)
  count += texts.length
}
console.log(`\n${count} texts`)

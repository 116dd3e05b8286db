import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A temporary folder with these files (path to content), removed after the test. */
export function checkoutWith(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'waterhole-test-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  for (const [path, content] of Object.entries(files)) write(path, content)
  const remove = (path: string) => rmSync(join(root, path), { recursive: true })
  return { root, write, remove }
}

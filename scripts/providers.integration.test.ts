import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { repositoryRoot } from './repositoryRoot.ts'

test.each(['--help', '--port=9000'])('[PV1000] npm run providers has no option %s, says so, and ends', (option) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/providers.ts', option], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('takes no options: its ports are 8091 and 8092')
})

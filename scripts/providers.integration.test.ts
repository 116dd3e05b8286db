import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
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

test('[PV1843] npm run providers ends where one of its ports is taken, and says which', async () => {
  const other = createServer().listen(8092, '127.0.0.1')
  onTestFinished(() => void other.close())
  // A program of this machine that has the port already does as well.
  await once(other, 'listening').catch(() => {})
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/providers.ts'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^Port 809[12] is taken by another program, .*the ports are always 8091 and 8092\.$/m)
  expect(stderr).not.toContain('    at ')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isPasswordOf, parsePasswordHash } from '../server/auth/passwordHash.ts'
import { readConfig } from '../server/config.ts'
import { repositoryRoot } from './repositoryRoot.ts'

async function hashSecret(input: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [join(repositoryRoot, 'scripts/hashSecret.ts'), ...args])
  child.stdin.on('error', () => {}).end(input)
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, error, code: code as number }
}

test('[HS16] the command prints a hash that the configuration accepts and the secret matches, never the secret', async () => {
  const { out, error, code } = await hashSecret('correct horse battery\n')
  const hash = out.trim()
  expect(code).toBe(0)
  expect(readConfig({ OWNER_KEY_HASH: hash }).passwords.ownerKey).toBe(hash)
  const known = parsePasswordHash(hash)
  expect(known && (await isPasswordOf(known, 'correct horse battery'))).toBe(true)
  expect(out + error).not.toContain('correct')
  expect(error).toContain(`OWNER_KEY_HASH='${hash}'`)
})

test('[V6.2.1] a secret of fewer than twelve characters is refused, however many bytes those are', async () => {
  for (const short of ['', 'eleven char', '🦖🦖🦖🦖🦖🦖🦖🦖🦖🦖🦖']) {
    const { out, error, code } = await hashSecret(short)
    expect({ out, code }).toEqual({ out: '', code: 1 })
    expect(error).toContain(`has ${[...short].length} characters. It needs at least 12`)
  }
})

test('[HS17] a secret on the command line is refused and not echoed', async () => {
  const { out, error, code } = await hashSecret('', 'correct-horse-battery')
  expect({ out, code }).toEqual({ out: '', code: 1 })
  expect(error).toContain("Don't give the secret as an argument")
  expect(error).not.toContain('correct-horse')
})

test('[HS2261] asked for help, the command says how it is used, and takes nothing for a secret', async () => {
  const { out, error, code } = await hashSecret('', '--help')
  expect({ error, code }).toEqual({ error: '', code: 0 })
  expect(out).toContain('npm run hash-secret')
  expect(out).not.toContain('scrypt')
})

test('[HS1000] a secret of several lines is refused, since no page could send it', async () => {
  for (const several of [
    'correct horse\nbattery staple\n',
    'correct horse battery\n\n',
    'correct horse\rbattery\r\n',
  ]) {
    const { out, error, code } = await hashSecret(several)
    expect({ out, code }).toEqual({ out: '', code: 1 })
    expect(error).toContain('The secret has several lines. Give it as one line.')
  }
})

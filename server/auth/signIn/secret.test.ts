import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installationSecret } from './secret.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('[SI32] the secret is created once, has 256 bits, and is readable only by its owner', () => {
  const secret = installationSecret(folder)
  expect(secret).toHaveLength(32)
  expect(installationSecret(folder)).toEqual(secret)
  const path = join(folder, 'sign-in.key')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  // A copied folder may have lost the file mode.
  chmodSync(path, 0o644)
  installationSecret(folder)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('[SI33] an unusable secret file stops the start, and the error names it without quoting it', () => {
  writeFileSync(join(folder, 'sign-in.key'), 'half a sec')
  expect(() => installationSecret(folder)).toThrow(/sign-in\.key is not the 64 .* Fix that, or remove the file/)
  expect(() => installationSecret(folder)).not.toThrow(/half a sec/)
  expect(() => installationSecret(join(folder, 'gone'))).toThrow(/cannot be made \(ENOENT\)/)
})

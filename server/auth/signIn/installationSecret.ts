import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'sign-in.key'
const bytes = 32

/**
 * What this installation signs sign-in attempts with: made at the first start, and kept where only its owner reads it.
 * @throws Error that names the file if it is there and is no such secret, or cannot be read or made
 */
export function installationSecret(dataDir: string): Buffer {
  const path = join(dataDir, fileName)
  try {
    // Fails where it is there already: whoever starts first makes it.
    writeFileSync(path, `${randomBytes(bytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(path, `cannot be made (${codeOf(error)})`)
  }
  const text = read(path).trim()
  if (!/^[0-9a-f]{64}$/.test(text)) throw unusable(path, 'is not the 64 hexadecimal digits that the hub wrote')
  return Buffer.from(text, 'hex')
}

/** Copied folders lose such rights. */
function read(path: string) {
  try {
    chmodSync(path, 0o600)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw unusable(path, `cannot be read (${codeOf(error)})`)
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const unusable = (path: string, why: string) =>
  new Error(`The secret for sign-ins in ${path} ${why}. Mend that, or remove the file: the hub makes a new one.`)

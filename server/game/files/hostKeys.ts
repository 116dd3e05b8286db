import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../engine/makeFolder.ts'
import { FolderError } from './folder.ts'

/** Host keys of SFTP servers as they were first seen. A server that shows another one later may not be the same. */
export interface HostKeys {
  /**
   * The known key of an address: its type, such as `ssh-ed25519`, which is asked for first; null when the address is new.
   * @throws FolderError `refused` when the file of known keys cannot be used
   */
  knownOf(address: string): { readonly type: string; readonly fingerprint: string } | null
  /**
   * Keeps the key of a new address, and compares it for a known one.
   * @param address `host:port`
   * @param key in SSH's wire format
   * @returns whether the address is new
   * @throws FolderError `hostKeyChanged` with both fingerprints; `refused` when the file of known keys cannot be used
   */
  check(address: string, key: Buffer): { readonly isNew: boolean; readonly fingerprint: string }
}

const KnownKeys = z.record(z.string(), z.object({ type: z.string(), fingerprint: z.string() }))
type KnownKeys = z.infer<typeof KnownKeys>

/** @param file in the data folder; it is made with the first key, readable only by the hub's user */
export function createHostKeys(file: string): HostKeys {
  return {
    knownOf: (address) => readKeys(file)[address] ?? null,
    check(address, key) {
      const known = readKeys(file)
      const [fingerprint, held] = [fingerprintOf(key), known[address]]
      if (!held) keepKeys(file, { ...known, [address]: { type: typeOf(key), fingerprint } })
      else if (held.fingerprint !== fingerprint)
        throw new FolderError(
          'hostKeyChanged',
          `The SFTP server ${address} shows the host key ${fingerprint}, and at first it showed ${held.fingerprint}. Nothing was sent to it. Ask the host whether the key was changed; if it was, remove the entry "${address}" from ${file}.`,
        )
      return { isNew: !held, fingerprint }
    },
  }
}

/** As `ssh-keygen -l` prints it. */
const fingerprintOf = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** The wire format begins with the length and the name of the type (RFC 4253, 6.6). */
const typeOf = (key: Buffer) => (key.length < 4 ? '' : key.toString('latin1', 4, 4 + Math.min(key.readUInt32BE(), 64)))

function readKeys(file: string): KnownKeys {
  try {
    return KnownKeys.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw unusable(file, 'cannot be read', error)
  }
}

function keepKeys(file: string, keys: KnownKeys): void {
  try {
    makeFolder(dirname(file))
    writeFileSync(`${file}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw unusable(file, 'cannot be written', error)
  }
}

const unusable = (file: string, why: string, cause: unknown) =>
  new FolderError(
    'refused',
    `The file of known SFTP host keys ${file} ${why}, so no key can be checked. Correct its permissions or its text; if it is removed, the next key is kept as the first.`,
    { cause },
  )

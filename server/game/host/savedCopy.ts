import { cp, lstat, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupSight, HostError } from './hostAdapter.ts'

/** Absolute paths on the hub's machine; `to` is not in `from`. */
export interface SavedFolders {
  /** `TheIsle/Saved`. */
  readonly from: string
  /** Holds one folder for each backup. None is ever removed. */
  readonly to: string
}

/**
 * Copies of the game's saves. Only while the game server is stopped, which the caller knows. A copy has a temporary name until it holds
 * as many files and bytes as the original.
 */
export function createSavedCopies({ from, to }: SavedFolders) {
  const running = new Map<string, BackupSight>()
  const copy = async (name: string) => {
    const [partial, whole] = [join(to, `.${name}.partial`), join(to, name)]
    await cp(from, partial, { recursive: true, errorOnExist: true, force: false, filter: isCopied })
    const [original, made] = [await sizeOf(from), await sizeOf(partial)]
    if (original.files !== made.files || original.bytes !== made.bytes) throw new Error('the copy differs')
    await rename(partial, whole)
  }
  return {
    /** Resolves when it has begun. @throws HostError refused with what is wrong */
    async begin(name: string) {
      try {
        await mkdir(to, { recursive: true })
        const [{ bytes }, { bavail, bsize }] = [await sizeOf(from), await statfs(to)]
        if (bytes > bavail * bsize) throw new Error(`it needs ${bytes} bytes, and ${bavail * bsize} are free`)
        if ((await lstat(join(to, name)).catch(() => null)) !== null) throw new Error('a backup of this name is there')
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        throw new HostError('refused', `${from} cannot be copied to ${to}: ${code ?? message}. Check HOST_BACKUP_DIR.`)
      }
      running.set(name, 'running')
      copy(name).then(
        () => running.set(name, 'done'),
        async () => {
          await rm(join(to, `.${name}.partial`), { recursive: true, force: true }).catch(() => {})
          running.set(name, 'failed')
        },
      )
    },
    /** Also of a copy that an earlier run of the hub began. */
    async find(name: string): Promise<BackupSight> {
      const known = running.get(name)
      if (known) return known
      return (await lstat(join(to, name)).catch(() => null))?.isDirectory() ? 'done' : 'none'
    },
  }
}

/** Links lead elsewhere, and pipes never end. */
const isCopied = async (path: string) => {
  const entry = await lstat(path)
  return entry.isFile() || entry.isDirectory()
}

async function sizeOf(folder: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  let [files, bytes] = [0, 0]
  for (const entry of entries.filter((one) => one.isFile())) {
    files += 1
    bytes += (await lstat(join(entry.parentPath, entry.name))).size
  }
  return { files, bytes }
}

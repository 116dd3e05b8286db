import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** How full the disk is that holds a folder. Percent of what users may use, with one decimal; null where the system does not report it. */
export async function diskPercentOf(folder: string): Promise<number | null> {
  try {
    const { blocks, bfree, bavail } = await statfs(folder)
    const used = blocks - bfree
    // As df counts it: what is reserved for the system belongs to nobody.
    return used + bavail > 0 ? Math.round((used / (used + bavail)) * 1_000) / 10 : null
  } catch {
    return null
  }
}

/** Bytes of the files directly in a folder whose names begin so; null if it cannot be read. */
export async function filesSizeOf(folder: string, beginning: string): Promise<number | null> {
  try {
    const names = (await readdir(folder)).filter((name) => name.startsWith(beginning))
    const sizes = await Promise.all(
      names.map((name) =>
        stat(join(folder, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    return null
  }
}

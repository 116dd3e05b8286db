import { parse, sep } from 'node:path'
import type { Finding } from '../../../shared/features/connections/connections.ts'
import { systemClock } from '../../engine/clock.ts'
import { type Folder, FolderError } from '../files/folder.ts'
import { type FolderAccess, type FolderPlace, hostKeysIn, openFolder } from '../files/openFolder.ts'
import { bad, type Findings, good, listed } from './finding.ts'

/** What a check finds is said by its findings. */
export const silentLog = { info() {}, warn() {} }

export type PlaceAccess = Pick<FolderAccess, 'key' | 'panel' | 'dataDir'>
export type OpenPlace = (place: FolderPlace) => Folder

/**
 * Runs a check on folders of the game server over connections of its own, closes them, and says what is wrong with the way there. Of an
 * SFTP server it shows the host key.
 */
export async function inPlace(
  place: FolderPlace,
  access: PlaceAccess,
  check: (open: OpenPlace) => Promise<Findings>,
): Promise<Findings> {
  const opened: Folder[] = []
  const open: OpenPlace = (one) => {
    const folder = openFolder(one, { ...access, clock: systemClock, log: silentLog })
    opened.push(folder)
    return folder
  }
  const before = keyOf(place, access)
  try {
    const found = await check(open)
    return [...keyFindings(before, place, access), ...found]
  } catch (error) {
    if (!(error instanceof FolderError)) throw error
    // The key that was kept is not the one that the server shows.
    const keys = error.code === 'hostKeyChanged' ? [] : keyFindings(before, place, access)
    return [...keys, bad(error.message, mendOf(error))]
  } finally {
    for (const folder of opened) await folder.close()
  }
}

const mendOf = ({ code }: FolderError) => {
  if (code === 'hostKeyChanged') return 'Ask your host whether the server was replaced, before you accept another key.'
  if (code === 'unreachable' || code === 'timeout')
    return 'Check host and port, and that this machine may connect to it. Hosting panels use another port for SFTP than for the game, often 2022.'
  return null
}

/** Fingerprint of the known host key; null where there is none. */
function keyOf(place: FolderPlace, { dataDir }: PlaceAccess): string | null {
  if (place.kind !== 'sftp') return null
  try {
    return hostKeysIn(dataDir).knownOf(`${place.address.host}:${place.address.port}`)?.fingerprint ?? null
  } catch {
    // The call that needs it says so.
    return null
  }
}

function keyFindings(before: string | null, place: FolderPlace, access: PlaceAccess): Findings {
  const shown = keyOf(place, access)
  if (shown === null || place.kind !== 'sftp') return []
  const says = `The host key of ${place.address.host}:${place.address.port} is ${shown}.`
  if (before !== null) return [good(says)]
  return [
    good(`${says} It is kept, and another one is refused from now on.`, 'Compare it with the one your host names.'),
  ]
}

/**
 * What is there in place of a folder that is missing: the last folder of its path that exists, and what it holds. Null where the folder
 * is there.
 * @param inside path in the place @param mend what to do where no name nearby fits
 */
export async function findMissing(
  open: OpenPlace,
  place: FolderPlace,
  inside: string,
  mend: string,
): Promise<Finding | null> {
  const { root, parts } = partsOf(place, inside)
  const folder = open({ ...place, path: root })
  let there: { readonly path: string; readonly names: readonly string[] } | null = null
  for (let depth = 0; depth <= parts.length; depth += 1) {
    const path = parts.slice(0, depth).join('/')
    try {
      const entries = await folder.list(path)
      there = { path, names: entries.filter(({ kind }) => kind !== 'file').map(({ name }) => name) }
    } catch (error) {
      if (!(error instanceof FolderError)) throw error
      if (error.code === 'notFound' || error.code === 'wrongKind')
        return missing(
          place,
          parts[depth - 1] ?? root,
          { root, path: parts.slice(0, depth - 1).join('/'), there },
          mend,
        )
      // A folder on the way may be closed to this user, or be a link.
      const mayGoOn = error.code === 'refused' || error.code === 'tooLarge' || error.code === 'outside'
      if (depth === parts.length || !mayGoOn) throw error
      there = null
    }
  }
  return null
}

function partsOf(place: FolderPlace, inside: string) {
  const root = place.kind === 'local' ? parse(place.path).root : '/'
  const full = `${place.path.slice(place.path.startsWith(root) ? root.length : 0)}/${inside}`
  const parts = full.split(place.kind === 'local' && sep === '\\' ? /[\\/]+/ : /\/+/)
  return { root, parts: parts.filter((part) => part !== '' && part !== '.') }
}

interface Nearest {
  readonly root: string
  readonly path: string
  /** Null where it cannot be listed. */
  readonly there: { readonly names: readonly string[] } | null
}

function missing(place: FolderPlace, name: string, { root, path, there }: Nearest, mend: string): Finding {
  const holder = `${root}${path}` || '/'
  const where = place.kind === 'local' ? holder : `${holder} ${place.kind === 'panel' ? 'of the panel' : 'over SFTP'}`
  const names = there?.names ?? []
  const says = `There is no folder ${name} in ${where}.`
  const alike = names.find((one) => one.toLowerCase() === name.toLowerCase())
  if (alike) return bad(says, `It is written ${alike} there; upper and lower case matter.`)
  if (!there) return bad(says, mend)
  return bad(`${says} ${names.length === 0 ? 'It holds no folders.' : `Its folders are ${listed(names)}.`}`, mend)
}

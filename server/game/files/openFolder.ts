import { join } from 'node:path'
import type { Clock } from '../../engine/clock.ts'
import type { LinkLog } from '../link.ts'
import { type Folder, FolderError } from './folder.ts'
import { createHostKeys, type HostKeys } from './hostKeys.ts'
import { openLocalFolder } from './localFolder.ts'
import type { PanelAddress } from './panelClient.ts'
import { openPanelFolder } from './panelFolder.ts'
import { openSftpFolder } from './sftpFolder.ts'
import type { SftpAddress, SftpKey } from './sftpSession.ts'

/** Where a folder of the game server is. */
export type FolderPlace =
  /** Absolute. */
  | { readonly kind: 'local'; readonly path: string }
  | { readonly kind: 'sftp'; readonly address: SftpAddress; readonly path: string }
  /** In the files of the server that the panel runs. */
  | { readonly kind: 'panel'; readonly path: string }

/** What places other than folders of this machine need. */
export interface FolderAccess {
  /** For SFTP. */
  readonly key: SftpKey | null
  readonly panel: PanelAddress | null
  /** The first host key of each SFTP server is kept in a file of it. */
  readonly dataDir: string
  readonly clock: Clock
  readonly log: LinkLog
}

/** Connects at the first call, not before. @throws FolderError `refused` when the key or the panel of such a place is missing */
export function openFolder(place: FolderPlace, { key, panel, dataDir, clock, log }: FolderAccess): Folder {
  switch (place.kind) {
    case 'local':
      return openLocalFolder({ path: place.path, clock })
    case 'sftp': {
      if (!key)
        throw new FolderError(
          'refused',
          'GAME_FILES_KEY is missing: give the password or the key file of the SFTP user.',
        )
      const hostKeys = hostKeysIn(dataDir)
      return openSftpFolder({ address: place.address, path: place.path, key, hostKeys, clock, log })
    }
    case 'panel':
      if (!panel) throw new FolderError('refused', 'HOST_PANEL_URL, HOST_PANEL_KEY and HOST_PANEL_SERVER are missing.')
      return openPanelFolder({ panel, path: place.path, clock })
  }
}

/** For so long a warning is not repeated for another folder. */
const alikeMs = 60_000

/**
 * Makes a log for each of several folders. What one of them has just warned of, as of a login that their server refuses, is not logged for
 * another one again.
 */
export function logsOfFolders(log: LinkLog, clock: Pick<Clock, 'monotonic'>): () => LinkLog {
  const warned = new Map<string, { readonly by: object; readonly at: number }>()
  return () => {
    const by = {}
    const warn = (text: string) => {
      const now = clock.monotonic()
      for (const [old, { at }] of warned) if (now - at >= alikeMs) warned.delete(old)
      const last = warned.get(text)
      if (last && last.by !== by) return
      warned.set(text, { by, at: now })
      log.warn(text)
    }
    return { info: (text) => log.info(text), warn }
  }
}

/** The first host key of each SFTP server that the hub has met. */
export const hostKeysIn = (dataDir: string): HostKeys => createHostKeys(join(dataDir, 'known-hosts.json'))

import type { BackupCause, FormerData, HubBackup } from '../../../../shared/features/backups/backups.ts'
import { UnusablePlace } from '../../../engine/unusablePlace.ts'

/** A folder that exists in memory, with a fault of its own. */
export function folderInMemory(count: number) {
  const backupOf = (id: string, madeAt: number, cause: BackupCause): HubBackup => ({
    id,
    file: `waterhole-${id}.backup`,
    madeAt,
    seq: 5,
    bytes: 10,
    documents: 1,
    rows: 1,
    cause,
    isLocked: false,
    verified: { state: 'tried', at: 1, why: null },
  })
  let list = Array.from({ length: count }, (_, nth) => backupOf(`old${count - nth}`, count - nth, 'asked'))
  let former: readonly FormerData[] = [{ name: 'before-restore-2026-11-23T05-00-00-1f2e', at: 1, bytes: 7 }]
  let fault: Error | null = null
  let damaged: string | null = null
  let isReadOnly = false
  const made = new Map<string, string>()
  const failing = () => (fault ? Promise.reject(fault) : Promise.resolve())
  return {
    breakWith: (error: Error | null) => {
      fault = error
    },
    makeReadOnly: () => {
      isReadOnly = true
    },
    damage: (id: string) => {
      damaged = id
    },
    ids: () => list.map(({ id }) => id),
    former: {
      list: async () => former,
      remove: async (name: string) => {
        await failing()
        former = former.filter((one) => one.name !== name)
      },
      removeOld: async () => {},
    },
    files: {
      folder: '/srv/backups',
      prepare: failing,
      checkWritable: async () => {
        if (isReadOnly) throw new UnusablePlace('BACKUP_DIR is /srv/backups, which may not be used.')
      },
      list: async () => list,
      freeBytes: async () => 1e9,
      madeFor: async (task: string) => made.get(task) ?? null,
      async make(cause: BackupCause, _watching: unknown, task: string | null) {
        await failing()
        if (task !== null) made.set(task, cause)
        list = [backupOf(cause, 1_000 + list.length, cause), ...list]
        return cause
      },
      verify: failing,
      async compare(id: string) {
        if (id !== damaged) return
        list = list.map((one) => (one.id === id ? { ...one, verified: { state: 'bad', at: 9, why: 'Cut.' } } : one))
        throw new Error('The backup is damaged.')
      },
      setLock: failing,
      remove: failing,
      async removeOld() {
        list = list.slice(0, 10)
      },
    },
  }
}

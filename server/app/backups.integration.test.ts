import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '../../shared/features/account/account.ts'
import { backupPlan, backups, backupsKey } from '../../shared/features/backups/backups.ts'
import * as commands from '../../shared/features/backups/commands.ts'
import { eraseMe } from '../../shared/features/erasure/commands.ts'
import { knownPlayers, knownPlayersKey } from '../../shared/features/play/knownPlayers.ts'
import { playRecord, unrecordedPlayers } from '../../shared/features/play/playRecord.ts'
import { sessionBuckets, sessions } from '../../shared/features/session/session.ts'
import { readConfig } from '../config.ts'
import type { Hub } from '../engine/hub.ts'
import { demoPersonas } from '../game/simulator/personas.ts'
import { createLog } from '../observability/log.ts'
import { askRestore } from '../storage/backups/restore.ts'
import { ensureAccount } from '../testing/accounts.ts'
import { freshId, inSession, person } from '../testing/principals.ts'
import { runApp } from './runApp.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-restore-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const olga = person('olga', 'owner')
/** A hang alone takes longer. */
const patience = { timeout: 240_000, interval: 20 }

async function run(onEnd: (error: unknown) => void = () => {}) {
  const config = {
    ...readConfig({ DATA_DIR: folder, SIMULATOR_PLAYERS: '1', LOG_LEVEL: 'silent', DEMO_MARKET: '0' }),
    port: 0,
  }
  const runner = await runApp(config, createLog(config), { onEnd })
  const hub = (): Hub => runner.app().hub
  const dispatch = async (name: string, input: object) => {
    const answer = await hub().dispatch(olga, { id: freshId(Date.now()), name, input })
    expect(answer).toMatchObject({ ok: true })
  }
  const list = () => hub().read(backups, backupsKey).list ?? []
  return {
    ...runner,
    hub,
    dispatch,
    list,
    has: (id: string) => hub().read(account, id).createdAt > 0,
    /** Of a user who erases their own account. */
    async erase(id: string) {
      const user = inSession(person(id, 'player'))
      const call = { id: freshId(Date.now()), name: eraseMe.name, input: { confirm: id } }
      expect(await hub().dispatch(user, call)).toMatchObject({ ok: true })
    },
    join: (id: string) => ensureAccount(hub(), Date.now(), { account: id, name: id, steamId: null }),
    openSessions: () => sessionBuckets.flatMap((bucket) => Object.keys(hub().read(sessions, bucket).open)),
    async makeBackup() {
      await vi.waitFor(() => expect(hub().read(backups, backupsKey).list).not.toBeNull(), patience)
      const before = list().length
      await dispatch(commands.makeBackup.name, {})
      await vi.waitFor(() => {
        expect(list()).toHaveLength(before + 1)
        expect(list()[0]?.verified.state).toBe('tried')
        expect(hub().read(backupPlan, backupsKey).tasks).toEqual([])
      }, patience)
      const [made] = list()
      if (!made) throw new Error('There is no backup.')
      return made
    },
  }
}

test('[BK20] after a restore everything acknowledged before the backup is there, nothing after it is, and everyone signs in again', async () => {
  const app = await run()
  try {
    await app.join('olga')
    await app.join('before')
    const cookie = await fetch(`${app.app().address}/auth/demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.app().address },
      body: JSON.stringify({ role: 'owner' }),
    })
    expect(cookie.ok).toBe(true)
    const made = await app.makeBackup()
    expect(app.openSessions().length).toBeGreaterThan(0)
    await app.join('after')
    const formerEpoch = app.hub().epoch
    await app.dispatch(commands.restoreBackup.name, { backup: made.id, madeAt: made.madeAt })
    await vi.waitFor(() => expect(app.hub().read(backupPlan, backupsKey).restored?.isDone).toBe(true), patience)
    expect([app.has('before'), app.has('after')]).toEqual([true, false])
    expect(app.openSessions()).toEqual([])
    expect(app.hub().epoch).toBeGreaterThan(formerEpoch)
    const { restored, tasks } = app.hub().read(backupPlan, backupsKey)
    expect(restored).toMatchObject({ madeAt: made.madeAt, says: expect.stringContaining('sign in again') })
    expect(tasks).toEqual([])
    await vi.waitFor(() => expect(app.list().map(({ cause }) => cause)).toEqual(['beforeRestore', 'asked']), patience)
    // The way back: the backup that was made right before holds what is gone.
    const [safety] = app.list()
    await app.dispatch(commands.restoreBackup.name, { backup: safety?.id, madeAt: safety?.madeAt })
    await vi.waitFor(() => expect(app.has('after')).toBe(true), patience)
    expect(existsSync(join(folder, 'restore.json'))).toBe(false)
    expect(readdirSync(folder).filter((name) => name.startsWith('before-restore-'))).toHaveLength(2)
  } finally {
    await app.close()
  }
})

/** Waits until a restore is done, with all that follows from it. */
const restored = (app: Awaited<ReturnType<typeof run>>) =>
  vi.waitFor(() => {
    expect(app.hub().read(backupPlan, backupsKey).restored?.isDone).toBe(true)
    expect(existsSync(join(folder, 'restore.json'))).toBe(false)
  }, patience)

test('[BK78] an account that was erased after a restore stays erased, even on the way back to the data before it', async () => {
  const app = await run()
  // Longer than the Discord id that the tests give an account of this id: the erasure removes that from all rows.
  const paula = `paula-${'a'.repeat(40)}`
  try {
    for (const id of ['olga', paula]) await app.join(id)
    const made = await app.makeBackup()
    // The data go on from the backup's last entry, far below the last one of these.
    for (let count = 0; count < 60; count += 1) await app.join(`later${count}`)
    await app.dispatch(commands.restoreBackup.name, { backup: made.id, madeAt: made.madeAt })
    await restored(app)
    await vi.waitFor(() => expect(app.list().map(({ cause }) => cause)).toEqual(['beforeRestore', 'asked']), patience)
    await app.erase(paula)
    const [safety] = app.list()
    await app.dispatch(commands.restoreBackup.name, { backup: safety?.id, madeAt: safety?.madeAt })
    await vi.waitFor(() => expect(app.has('later5')).toBe(true), patience)
    await restored(app)
    expect([app.has('olga'), app.has(paula)]).toEqual([true, false])
  } finally {
    await app.close()
  }
})

test.each([
  ['', false],
  [', also who came back', true],
])(
  '[BK79] a player who signed up after the backup and erased their account stays out of the records%s',
  async (_also, comesBack) => {
    const app = await run()
    const steamId = demoPersonas[0]?.id ?? ''
    const firstSeenAt = () => app.hub().read(playRecord, steamId).firstSeenAt
    const isKnown = () => Object.hasOwn(app.hub().read(knownPlayers, knownPlayersKey(steamId)).players, steamId)
    const isExcluded = () => Object.keys(app.hub().read(unrecordedPlayers).since).length === 1
    try {
      await app.join('olga')
      await vi.waitFor(() => expect(firstSeenAt()).not.toBeNull(), patience)
      const made = await app.makeBackup()
      await ensureAccount(app.hub(), Date.now(), { account: 'paula', name: 'paula', steamId })
      await app.erase('paula')
      expect([firstSeenAt(), isKnown(), isExcluded()]).toEqual([null, false, true])
      if (comesBack) {
        await ensureAccount(app.hub(), Date.now(), { account: 'paula2', name: 'paula2', steamId })
        await vi.waitFor(() => expect([firstSeenAt() !== null, isExcluded()]).toEqual([true, false]), patience)
      }
      await app.dispatch(commands.restoreBackup.name, { backup: made.id, madeAt: made.madeAt })
      await restored(app)
      expect([firstSeenAt(), isKnown(), isExcluded()]).toEqual([null, false, true])
    } finally {
      await app.close()
    }
  },
)

test('[BK21] a file that is not a backup is not restored: the hub starts on its own data, and says why', async () => {
  const first = await run()
  await first.join('olga')
  await first.close()
  const file = join(folder, 'letter')
  writeFileSync(file, 'Dear Anne')
  askRestore({ dataDir: folder, file, now: 7 })
  const app = await run()
  try {
    expect(app.has('olga')).toBe(true)
    expect(app.hub().read(backupPlan, backupsKey).restored).toEqual({
      at: 7,
      isDone: false,
      madeAt: null,
      isDismissed: false,
      says: expect.stringContaining('is not an export of Waterhole'),
    })
    expect(existsSync(join(folder, 'restore.json'))).toBe(false)
  } finally {
    await app.close()
  }
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { makeBackup, takeBackup } from '../../shared/features/backups/commands.ts'
import { beginExport, exportRows } from '../../shared/features/backups/exports.ts'
import { type BackupRoutesDeps, backupRoutes, ownerExportRoutes } from './backupRoutes.ts'

const row = (entry: number, reason: string) => ({
  entry,
  at: Date.UTC(2026, 10, 23),
  row: {
    operation: `o${entry}`,
    cause: 'shop',
    player: 'ann',
    other: null,
    entries: [
      { account: 'player', currency: 'voidPearls', amount: -5 },
      { account: 'sink:shop', currency: 'voidPearls', amount: 5 },
    ],
    reason,
  },
})

function open(answers: Readonly<Record<string, object>>, pages: readonly object[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-files-'))
  const calls: string[] = []
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const left = [...pages]
  const deps: BackupRoutesDeps = {
    hub: {
      dispatch: async (_principal, { name }) => {
        calls.push(name)
        return (answers[name] ?? { ok: true, output: {}, seq: 1 }) as never
      },
      query: async (_principal, { name }) => {
        calls.push(name)
        return left.shift() as never
      },
    },
    principalOf: () => ({ id: 'boss', name: 'Boss', role: 'owner', may: [], can: () => true }) as never,
    clock: { now: () => Date.UTC(2026, 10, 23) },
    folder,
  }
  backupRoutes(app, deps)
  ownerExportRoutes(app, deps)
  return { app, calls, folder }
}
const page = (rows: object[], next: number | null) => ({ ok: true, output: { rows, next } })

test('[BK50] an export is written down first, streamed page by page, and starts no formula in a spreadsheet', async () => {
  const { app, calls } = open({}, [
    page([row(9, '=HYPERLINK("http://x")')], 9),
    page([], 5),
    page([row(4, 'fair')], null),
  ])
  const answer = await app.inject({ url: '/api/owner/exports/ledger.csv' })
  const lines = answer.body.trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toContain(`"'=HYPERLINK`)
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['9', '9', '4', '4'])
  expect(calls).toEqual([beginExport.name, exportRows.name, exportRows.name, exportRows.name])
  expect(answer.headers['content-disposition']).toBe('attachment; filename="waterhole-ledger.csv"')
})

test('[BK51] as JSON Lines it has a row a line; an export that breaks off does not look complete; an unknown one is named', async () => {
  const whole = open({}, [page([row(9, 'a'), row(8, 'b')], null)])
  const { body } = await whole.app.inject({ url: '/api/owner/exports/ledger.jsonl' })
  const rows = body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows.map(({ entry, operation }) => [entry, operation])).toEqual([
    [9, 'o9'],
    [8, 'o8'],
  ])
  const broken = open({}, [page([row(9, 'a')], 9), { ok: false, code: 'forbidden', message: 'No.' }])
  await expect(broken.app.inject({ url: '/api/owner/exports/ledger.jsonl' })).rejects.toThrow()
  const refused = open({}, [{ ok: false, code: 'forbidden', message: 'You may not.' }])
  expect((await refused.app.inject({ url: '/api/owner/exports/sales.csv' })).statusCode).toBe(403)
  expect((await whole.app.inject({ url: '/api/owner/exports/secrets.csv' })).json()).toMatchObject({ code: 'noExport' })
})

test('[BK52] a backup is asked for over HTTP, and its file is downloaded from the node that has it', async () => {
  const asked = open({ [makeBackup.name]: { ok: true, output: { task: 't1' }, seq: 1 } })
  const made = await asked.app.inject({ method: 'POST', url: '/api/owner/database/backup' })
  expect(made.json()).toMatchObject({ success: true, task: 't1' })
  const busy = open({ [makeBackup.name]: { ok: false, code: 'busy', message: 'A backup is being made already.' } })
  const refused = await busy.app.inject({ method: 'POST', url: '/api/owner/database/backup' })
  expect([refused.statusCode, refused.json().error]).toEqual([
    409,
    'Database backup failed. A backup is being made already.',
  ])
  const gone = { ok: false, code: 'gone', message: takeBackup.refusals.gone }
  const missing = await open({ [takeBackup.name]: gone }).app.inject({ url: '/api/owner/backups/one' })
  expect([missing.statusCode, missing.json().error]).toEqual([404, 'There is no such backup any more.'])
  const taken = { ok: true, output: { file: '../waterhole-1.backup', bytes: 4 }, seq: 1 }
  const { app, folder } = open({ [takeBackup.name]: taken })
  expect((await app.inject({ url: '/api/owner/backups/one' })).json()).toMatchObject({ code: 'notHere' })
  writeFileSync(join(folder, 'waterhole-1.backup'), 'pack')
  const file = await app.inject({ url: '/api/owner/backups/one' })
  expect([file.body, file.headers['content-length']]).toEqual(['pack', '4'])
})

test('[BK2262] a web server in front passes a backup or an export on as it comes: what it would keep of it could be too large', async () => {
  const taken = { ok: true, output: { file: 'waterhole-1.backup', bytes: 4 }, seq: 1 }
  const { app, folder } = open({ [takeBackup.name]: taken }, [page([row(9, 'a')], null)])
  writeFileSync(join(folder, 'waterhole-1.backup'), 'pack')
  for (const url of ['/api/owner/backups/one', '/api/owner/exports/ledger.csv'])
    expect((await app.inject({ url })).headers['x-accel-buffering']).toBe('no')
})

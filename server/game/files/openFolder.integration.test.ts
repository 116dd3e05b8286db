import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startPanelServer } from '../simulator/panelServer.ts'
import { startSftpServer } from '../simulator/sftpServer.ts'
import { steadyClock } from '../testing/steadyClock.ts'
import { type FolderPlace, openFolder } from './openFolder.ts'
import { fails } from './testing/folderContract.ts'

const host = '127.0.0.1'

test('[FF57] the configuration of each place opens its folder, and nothing is connected before the first call', async () => {
  const root = mkdtempSync(join(tmpdir(), 'waterhole-place-'))
  const dataDir = join(root, 'data')
  writeFileSync(join(root, 'a.log'), 'Dinos')
  const [user, password, key, server] = ['steam', 'pw', 'ptlc_key', '1a2b3c4d']
  const sftp = await startSftpServer({ host, port: 0, root, user, password, clock: steadyClock })
  const panel = await startPanelServer({ host, port: 0, root, key, server, clock: steadyClock })
  onTestFinished(async () => {
    await Promise.all([sftp.close(), panel.close()])
    rmSync(root, { recursive: true })
  })
  const access = {
    key: { password },
    panel: { url: panel.url, key, server },
    dataDir,
    clock: steadyClock,
    log: { info() {}, warn() {} },
  }
  const places: FolderPlace[] = [
    { kind: 'local', path: root },
    { kind: 'sftp', address: { host, port: sftp.port, user }, path: '/' },
    { kind: 'panel', path: '/' },
  ]
  const folders = places.map((place) => openFolder(place, access))
  expect([sftp.log, panel.log]).toEqual([[], []])
  for (const folder of folders) {
    expect(String(await folder.read('a.log', { from: 0, length: 9 }))).toBe('Dinos')
    await folder.close()
  }
  expect(existsSync(join(dataDir, 'known-hosts.json'))).toBe(true)
  const none = { ...access, key: null, panel: null }
  expect(() => openFolder(places[1] as FolderPlace, none)).toThrow(fails('refused', 'GAME_FILES_KEY'))
  expect(() => openFolder(places[2] as FolderPlace, none)).toThrow(fails('refused', 'HOST_PANEL_URL'))
})

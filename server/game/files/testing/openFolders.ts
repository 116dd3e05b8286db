import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startPanelServer } from '../../simulator/panelServer.ts'
import { startSftpServer } from '../../simulator/sftpServer.ts'
import { createManualClock } from '../../testing/manualClock.ts'
import { steadyClock } from '../../testing/steadyClock.ts'
import { createHostKeys } from '../hostKeys.ts'
import { openLocalFolder } from '../localFolder.ts'
import { openPanelFolder } from '../panelFolder.ts'
import { openSftpFolder } from '../sftpFolder.ts'
import type { FolderSetting } from './folderContract.ts'

const host = '127.0.0.1'
const secret = 'n0t-t0-be-sh0wn'

function folders() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'waterhole-folder-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const [root, elsewhere] = [join(base, 'Saved'), join(base, 'elsewhere')]
  for (const path of [root, elsewhere]) mkdirSync(path)
  return { base, root, elsewhere }
}

/** A folder on this machine. */
export const openLocal = async (): Promise<FolderSetting> => {
  const { root, elsewhere } = folders()
  return { folder: openLocalFolder({ path: root }), root, elsewhere, secret, faults: null }
}

/** A folder of a server that runs in the test. */
export const openSftp = async (): Promise<FolderSetting> => {
  const { base, root, elsewhere } = folders()
  const server = await startSftpServer({
    host,
    port: 0,
    root: base,
    user: 'steam',
    password: secret,
    clock: steadyClock,
  })
  const [clock, logged] = [createManualClock(), [] as string[]]
  const say = (text: string) => void logged.push(text)
  const folder = openSftpFolder({
    address: { host, port: server.port, user: 'steam' },
    path: '/Saved',
    key: { password: secret },
    hostKeys: createHostKeys(join(base, 'known-hosts.json')),
    clock,
    log: { info: say, warn: say },
  })
  onTestFinished(async () => {
    await folder.close()
    await server.close()
  })
  return {
    folder,
    root,
    elsewhere,
    secret,
    faults: {
      clock,
      logged,
      received: () => server.log.length,
      silence(on) {
        server.faults.silence = on
      },
      refuse(on) {
        server.faults.refuseLogin = on
      },
      cut: server.faults.cut,
      restore: server.faults.restore,
    },
  }
}

/** The files of a panel that runs in the test. */
export const openPanel = async (): Promise<FolderSetting> => {
  const { base, root, elsewhere } = folders()
  const panel = { key: secret, server: '1a2b3c4d' }
  const server = await startPanelServer({ host, port: 0, root: base, clock: steadyClock, ...panel })
  const clock = createManualClock()
  const folder = openPanelFolder({ panel: { url: server.url, ...panel }, path: '/Saved', clock })
  onTestFinished(async () => {
    await folder.close()
    await server.close()
  })
  return {
    folder,
    root,
    elsewhere,
    secret,
    faults: {
      clock,
      logged: [],
      received: () => server.log.length,
      silence(on) {
        server.faults.silence = on
      },
      refuse(on) {
        server.faults.refuseKey = on
      },
      cut: server.faults.cut,
      restore: server.faults.restore,
    },
  }
}

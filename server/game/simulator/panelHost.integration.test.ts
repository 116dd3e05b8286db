import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../testing/manualClock.ts'
import type { PanelGame, PowerSignal } from './panelHost.ts'
import { startPanelServer } from './panelServer.ts'

const key = 'ptlc_key'

async function openPanel() {
  const root = mkdtempSync(join(tmpdir(), 'waterhole-panel-'))
  const clock = createManualClock()
  const [signals, lines] = [[] as PowerSignal[], [] as string[]]
  let state: ReturnType<PanelGame['state']> = 'running'
  const game: PanelGame = {
    state: () => state,
    power: (signal) => void signals.push(signal),
    command: (line) => void lines.push(line),
    uptimeMs: () => 5_000,
  }
  const panel = await startPanelServer({ host: '127.0.0.1', port: 0, root, key, server: '1a2b3c4d', clock, game })
  onTestFinished(async () => {
    await panel.close()
    rmSync(root, { recursive: true })
  })
  const ask = async (method: string, path: string, body?: object, authorization = `Bearer ${key}`) => {
    const response = await fetch(`${panel.url}/api/client/servers/1a2b3c4d${path}`, {
      method,
      headers: { authorization },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, json: text === '' ? null : JSON.parse(text) }
  }
  const become = (next: typeof state) => {
    state = next
  }
  return { panel, clock, signals, lines, ask, become }
}

test('[FF60] power signals and console lines reach the game; a console line needs a game that runs', async () => {
  const { signals, lines, ask, become } = await openPanel()
  expect(await ask('POST', '/power', { signal: 'restart' })).toEqual({ status: 204, json: null })
  expect((await ask('POST', '/power', { signal: 'explode' })).status).toBe(422)
  expect((await ask('POST', '/command', { command: 'save' })).status).toBe(204)
  become('offline')
  expect((await ask('POST', '/command', { command: 'save' })).status).toBe(502)
  expect([signals, lines]).toEqual([['restart'], ['save']])
  expect((await ask('GET', '/resources')).json.attributes).toMatchObject({
    current_state: 'offline',
    resources: { uptime: 5_000 },
  })
})

test('[FF61] a backup is there at once and done after a while; a sixth one and a locked one are refused', async () => {
  const { clock, ask } = await openPanel()
  const made = await ask('POST', '/backups', { name: 'before the update', is_locked: true })
  const { uuid } = made.json.attributes
  expect(made.json.attributes).toMatchObject({ is_successful: false, completed_at: null })
  await clock.advance(2_000)
  expect((await ask('GET', `/backups/${uuid}`)).json.attributes).toMatchObject({ is_successful: true, is_locked: true })
  expect((await ask('DELETE', `/backups/${uuid}`)).status).toBe(400)
  for (let i = 0; i < 4; i++) expect((await ask('POST', '/backups')).status).toBe(200)
  expect((await ask('POST', '/backups')).status).toBe(400)
  expect((await ask('GET', '/backups')).json.data).toHaveLength(5)
})

test('[FF62] with its faults the panel accepts and does nothing, knows no key, and answers with the statuses that are set', async () => {
  const { panel, signals, ask } = await openPanel()
  panel.faults.idle = true
  expect((await ask('POST', '/power', { signal: 'stop' })).status).toBe(204)
  expect((await ask('POST', '/backups')).status).toBe(200)
  expect((await ask('GET', '/backups')).json.data).toEqual([])
  expect(signals).toEqual([])
  panel.faults.next.push(502, 429)
  expect([(await ask('GET', '/resources')).status, (await ask('GET', '/resources')).status]).toEqual([502, 429])
  expect((await ask('GET', '/resources', undefined, 'Bearer other')).status).toBe(401)
  panel.faults.refuseKey = true
  expect((await ask('GET', '/resources')).status).toBe(401)
})

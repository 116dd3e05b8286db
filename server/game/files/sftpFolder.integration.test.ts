import { generateKeyPairSync } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { expect, onTestFinished, test } from 'vitest'
import type { LinkLog } from '../link.ts'
import { startSftpServer } from '../simulator/sftpServer.ts'
import { createManualClock } from '../testing/manualClock.ts'
import { steadyClock } from '../testing/steadyClock.ts'
import type { FolderError } from './folder.ts'
import { createHostKeys } from './hostKeys.ts'
import { logsOfFolders } from './openFolder.ts'
import { openSftpFolder } from './sftpFolder.ts'
import type { SftpKey } from './sftpSession.ts'
import { fails } from './testing/folderContract.ts'

const host = '127.0.0.1'
const password = 'n0t-t0-be-sh0wn'

async function openServer(options: { publicKeys?: string[] } = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'waterhole-sftp-')))
  const [root, file] = [join(base, 'root'), join(base, 'hub', 'known-hosts.json')]
  mkdirSync(root)
  writeFileSync(join(root, 'a.log'), 'Dinos')
  const server = await startSftpServer({ host, port: 0, root, user: 'steam', password, clock: steadyClock, ...options })
  const [clock, logged] = [createManualClock(), [] as string[]]
  const say = (text: string) => void logged.push(text)
  onTestFinished(async () => {
    await server.close()
    rmSync(base, { recursive: true })
  })
  /** As a hub that was started again: it knows what is in the file. */
  const openFolder = (key: SftpKey = { password }, path = '/', log: LinkLog = { info: say, warn: say }) => {
    const address = { host, port: server.port, user: 'steam' }
    const folder = openSftpFolder({ address, path, key, hostKeys: createHostKeys(file), clock, log })
    onTestFinished(() => folder.close())
    const read = (name = 'a.log') => folder.read(name, { from: 0, length: 100 }).then(String)
    const problem = () =>
      read().then(
        () => null,
        (error: FolderError) => error,
      )
    return { folder, read, problem }
  }
  return {
    server,
    root,
    file,
    clock,
    logged,
    openFolder,
    logins: () => server.log.filter((line) => /^login/.test(line)),
  }
}

test('[FF20] the first host key is logged with its SHA256 fingerprint and kept, even across a restart of the hub', async () => {
  const { server, file, logged, openFolder } = await openServer()
  const [fingerprint] = server.fingerprints()
  const first = openFolder()
  expect(await first.read()).toBe('Dinos')
  expect(logged.filter((text) => text.includes(`${fingerprint}`))).toHaveLength(1)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    [`${host}:${server.port}`]: { type: 'ecdsa-sha2-nistp256', fingerprint },
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await first.folder.close()
  expect(await openFolder().read()).toBe('Dinos')
  expect(logged.filter((text) => text.includes(`${fingerprint}`))).toHaveLength(1)
})

test('[FF21] another host key is refused before the password is sent, and said with both fingerprints and the way to mend it', async () => {
  const { server, file, logged, clock, openFolder, logins } = await openServer()
  const { read, problem, folder } = openFolder()
  await read()
  const [before] = server.fingerprints()
  await folder.close()
  server.faults.changeHostKey()
  const [after] = server.fingerprints()
  const sent = logins().length
  const again = openFolder()
  const error = await again.problem()
  expect(error).toEqual(fails('hostKeyChanged', `${before}`))
  for (const text of [after, file, `${host}:${server.port}`]) expect(error?.message).toContain(text)
  expect(logged.at(-1)).toContain(`${after}`)
  expect(logins()).toHaveLength(sent)
  expect((await problem())?.code).toBe('closed')
  // Held back: no connection is made for a while. Then the owner removes the entry, and the next key is the first.
  const connections = server.log.length
  expect((await again.problem())?.retryInMs).toBeGreaterThan(60_000)
  expect(server.log).toHaveLength(connections)
  rmSync(file)
  await clock.advance(600_000)
  expect(await again.read()).toBe('Dinos')
})

test('[FF2395] a refused login names the server once in the log', async () => {
  const { server, logged, openFolder } = await openServer()
  await openFolder({ password: 'wrong' }).problem()
  expect(logged.at(-1)).toMatch(/^SFTP: .* does not let "steam" sign in/)
  expect(logged.at(-1)?.split(`${host}:${server.port}`)).toHaveLength(2)
})

test('[FF2411] two folders of a server that refuses the login log it once, and once again when it is tried again', async () => {
  const { clock, logged, openFolder } = await openServer()
  const say = (text: string) => void logged.push(text)
  const logOf = logsOfFolders({ info: say, warn: say }, clock)
  const folders = ['/log', '/saved'].map((path) => openFolder({ password: 'wrong' }, path, logOf()))
  const refusals = async () => {
    for (const { problem } of folders) expect(await problem()).toMatchObject({ code: 'refused' })
    return logged.filter((line) => line.includes('does not let "steam" sign in')).length
  }
  expect(await refusals()).toBe(1)
  await clock.advance(600_000)
  expect(await refusals()).toBe(2)
})

test('[FF22] a server that offers keys of a further type is asked for the type that is known', async () => {
  const { server, openFolder } = await openServer()
  server.faults.changeHostKey('rsa')
  const first = openFolder()
  await first.read()
  await first.folder.close()
  server.faults.addHostKey('ec')
  expect(await openFolder().read()).toBe('Dinos')
})

test('[FF23] a file of known keys that cannot be read is reported, and no server is believed meanwhile', async () => {
  const { file, openFolder, logins } = await openServer()
  mkdirSync(join(file, '..'))
  writeFileSync(file, '{"127')
  expect(await openFolder().problem()).toEqual(fails('refused', file))
  expect(logins()).toEqual([])
})

test('[FF24] the hub signs in with a private key', async () => {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  })
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error) throw parsed
  const publicKey = `${parsed.type} ${parsed.getPublicSSH().toString('base64')}`
  const { openFolder, logins } = await openServer({ publicKeys: [publicKey] })
  expect(await openFolder({ privateKey }).read()).toBe('Dinos')
  expect(logins()).toContain('login publickey')
  expect(await openFolder({ privateKey: 'rubbish' }).problem()).toEqual(fails('refused', 'GAME_FILES_KEY'))
})

test('[FF25] a refused login is not repeated for minutes, so that the host does not lock the hub out', async () => {
  const { server, clock, openFolder } = await openServer()
  server.faults.refuseLogin = true
  const { problem } = openFolder()
  expect(await problem()).toEqual(fails('refused', 'steam'))
  const connections = server.log.length
  for (let i = 0; i < 20; i++) {
    await clock.advance(10_000)
    expect((await problem())?.code).toBe('refused')
  }
  expect(server.log).toHaveLength(connections)
})

test('[FF26] calls that overlap share one connection, and a lost one fails all of them once', async () => {
  const { server, openFolder } = await openServer()
  const { read, folder, problem } = openFolder()
  expect(await Promise.all([read(), read(), folder.list('').then((all) => all.length)])).toEqual(['Dinos', 'Dinos', 1])
  expect(server.log.filter((line) => line === 'connect')).toHaveLength(1)
  server.faults.silence = true
  const calls = [problem(), problem(), problem()]
  const before = server.log.length
  await expect.poll(() => server.log.length).toBeGreaterThan(before)
  server.faults.drop()
  for (const call of calls) expect(await call).toEqual(fails('unreachable'))
})

test('[FF27] a server that empties what it should append to, as those of hosting panels, is found out on a file of our own', async () => {
  const { server, root, openFolder } = await openServer()
  server.faults.truncatesOnAppend = true
  const { folder, read } = openFolder()
  expect(folder.can.append).toBe('unknown')
  await expect(folder.append('a.log', Buffer.from('more'))).rejects.toEqual(fails('unsupported', 'empties'))
  expect(folder.can.append).toBe(false)
  expect(await read()).toBe('Dinos')
  expect(readdirSync(root)).toEqual(['a.log'])
})

test('[FF28] where the server cannot rename over a file, a written file is never half: the old one goes, and the new one comes', async () => {
  const { server, root, openFolder } = await openServer()
  server.faults.renamesOver = false
  const { folder, read } = openFolder()
  await folder.write('a.log', Buffer.from('new'))
  expect(await read()).toBe('new')
  expect(folder.can.replace).toBe(false)
  expect(readdirSync(root)).toEqual(['a.log'])
  const steps = server.log
    .filter((line) => /^(REMOVE|RENAME)/.test(line))
    .map((line) => line.replace(/\.waterhole\S+/, 'temporary'))
  expect(steps.slice(0, 2)).toEqual(['REMOVE /a.log', 'RENAME /temporary'])
})

test('[FF29] a server that says nothing at all is left after the limit', async () => {
  const { server, clock, openFolder } = await openServer()
  server.faults.silence = true
  const { problem } = openFolder()
  const call = problem()
  await expect.poll(() => server.log).toContain('connect')
  await clock.advance(20_000)
  expect(await call).toEqual(fails('timeout'))
})

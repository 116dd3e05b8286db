import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import { IssuedOrder, slayPlayer } from '../../shared/features/deliveries/commands.ts'
import { deliveries } from '../../shared/features/deliveries/delivery.ts'
import { type logFeed, logLink } from '../../shared/features/gameLog/gameLog.ts'
import { type Config, readConfig } from '../config.ts'
import { encodeLine, lineTime } from '../game/log/encodeLine.ts'
import { gamePaths } from '../game/simulator/gameMachine.ts'
import { openTestApp } from '../testing/testApp.ts'

type Feed = (typeof logFeed)['schema']['_output']
type Link = (typeof logLink)['schema']['_output']

/** The whole product with staff at a socket, who watch the log. */
async function openWatched(config: Partial<Config>) {
  const app = await openTestApp(config)
  onTestFinished(() => app.close())
  const admin = await app.visit('admin')
  await admin.watch(`logFeed/${mainServer}`, `logLink/${mainServer}`)
  const feed = () => Object.values((admin.copies.get(`logFeed/${mainServer}`) as Feed | undefined)?.lines ?? {})
  const link = () => (admin.copies.get(`logLink/${mainServer}`) ?? {}) as Link
  const { machine } = app.hub().game
  if (!machine) throw new Error('The demo has no machine.')
  /** Texts that staff see of the chat, in the order of the log. */
  const texts = () => feed().flatMap((line) => (line.kind === 'chat' ? [line.text] : []))
  return {
    app,
    machine,
    link,
    texts,
    /** Fails with what staff see instead. */
    until: (holds: () => boolean) => expect.poll(() => holds() || { link: link(), texts: texts() }).toBe(true),
    /** A player writes in the game. */
    say(text: string) {
      const [player] = machine.simulator.world.online()
      if (player) machine.simulator.gameLog?.say(player, text)
    },
    async slay() {
      const alive = ({ presence, staysOnline }: { presence: string; staysOnline: boolean }) =>
        presence === 'playing' && !staysOnline
      const victim = machine.simulator.world.reported().find(alive)
      if (!victim) throw new Error('Nobody is playing.')
      const answer = await admin.command(slayPlayer.name, { server: mainServer, target: victim.id })
      const { id } = IssuedOrder.parse(answer.ok ? answer.output : answer)
      return { victim, delivery: () => app.hub().hub.read(deliveries, mainServer).entries[id] }
    },
    modLink: () =>
      app
        .hub()
        .game.actionLinks.find(({ name }) => name === 'commandBridge')
        ?.state(),
  }
}
const isFollowing = { state: 'following', why: null }

test.each([
  { files: 'local', runBy: 'amp' },
  { files: 'sftp', runBy: 'panel' },
  { files: 'panel', runBy: 'panel' },
] as const)(
  '[GF1] what the game writes reaches staff, and the mod carries out what they order, with its files over $files',
  async (simulatedMachine) => {
    const { until, link, texts, say, slay, modLink, machine, app } = await openWatched({ simulatedMachine })
    await until(() => link().state === 'following')
    expect(link()).toMatchObject({ ...isFollowing, place: expect.stringContaining(gamePaths.saved) })
    say('over the wire')
    await until(() => texts().includes('over the wire'))
    await expect.poll(modLink).toMatchObject({ name: 'up' })
    const { victim, delivery } = await slay()
    await expect.poll(() => delivery()?.state).toBe('confirmed')
    expect([delivery()?.link, victim.animal.health]).toEqual(['commandBridge', 0])
    expect(app.hub().game.hostLink?.adapter).toBe(simulatedMachine.runBy)
    if (simulatedMachine.files === 'sftp') expect(machine.sftp?.log.filter((one) => one === 'connect')).toHaveLength(2)
  },
)

test('[GF2] SFTP that is cut or hangs: staff read why, nothing is lost or repeated, and a changed host key is refused with both keys', async () => {
  const { until, link, texts, say, machine } = await openWatched({
    simulatedMachine: { files: 'sftp', runBy: 'panel' },
  })
  const { sftp } = machine
  if (!sftp) throw new Error('There is no SFTP server.')
  const said: string[] = []
  const sayAll = (...them: readonly string[]) => {
    for (const text of them) {
      said.push(text)
      say(text)
    }
  }
  const ours = () => texts().filter((text) => said.includes(text))
  const isCaughtUp = () => ours().length >= said.length && link().state === 'following'
  await until(() => link().state === 'following')
  sayAll('before')
  await until(isCaughtUp)

  await sftp.faults.cut()
  sayAll('while it was cut 1', 'while it was cut 2')
  await until(() => link().state === 'failing')
  expect(link().why).toMatch(/SFTP server 127\.0\.0\.1:\d+ (was lost|cannot be reached)/)
  await sftp.faults.restore()
  await until(isCaughtUp)

  sftp.faults.silence = true
  sayAll('while it hung')
  await until(() => link().state === 'failing')
  expect(link().why).toContain('did not answer')
  sftp.faults.silence = false
  await until(isCaughtUp)
  expect(ours()).toEqual(said)

  const [first] = sftp.fingerprints()
  sftp.faults.changeHostKey()
  const logins = () => sftp.log.filter((one) => one.startsWith('login')).length
  const before = logins()
  sftp.faults.drop()
  await until(() => link().why?.includes('host key') === true)
  expect(link()).toMatchObject({ state: 'failing', why: expect.stringContaining(`at first it showed ${first}`) })
  expect(link().why).toContain(String(sftp.fingerprints()[0]))
  expect(logins()).toBe(before)
})

const player = { id: '76561198000000001', name: 'Ada' }
const chatAt = (at: number, text: string) =>
  `${encodeLine({ kind: 'chat', time: lineTime(at, 0, 'unreal'), channel: 'global', group: null, player, text }, 'unreal')}\r\n`

test('[GF3] a log of 2 GB is read from its end; rubbish, a line of a megabyte and time going back are passed over; a link is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [log, kept] = [join(folder, 'TheIsle.log'), join(folder, 'kept.txt')]
  const now = Date.now()
  writeFileSync(log, `Log file open, 11/22/26 20:27:10\r\n${chatAt(now, 'long ago')}`)
  truncateSync(log, 2 * 1024 ** 3)
  appendFileSync(log, `\r\n${chatAt(now, 'before the hub')}`)
  const place = { kind: 'local', path: folder } as const
  const gameFiles = { ...readConfig({}).gameFiles, log: { place, folder: '', file: null, bans: null } }
  const { until, link, texts } = await openWatched({ gameFiles })
  await until(() => link().state === 'following')

  appendFileSync(log, chatAt(now, 'one'))
  appendFileSync(log, Buffer.concat([randomBytes(200_000), Buffer.from('\r\n')]))
  appendFileSync(log, `${chatAt(now, 'x'.repeat(1_000_000))}${chatAt(now - 3_600_000, 'two, an hour earlier')}`)
  appendFileSync(log, chatAt(now + 50, 'three'))
  await until(() => texts().includes('three'))
  expect(texts()).toEqual(['one', 'two, an hour earlier', 'three'])
  expect(link()).toMatchObject({ ...isFollowing, lostAt: null })

  writeFileSync(kept, `Log file open, 11/22/26 20:27:10\r\n${chatAt(now, 'of another file')}`)
  renameSync(log, join(folder, 'moved'))
  symlinkSync(kept, log)
  // Between the two the hub may have seen that there is no log.
  const refusal = `TheIsle.log in ${folder} is a link or a folder, which is not opened.`
  await until(() => link().state === 'failing' && link().why?.includes(refusal) === true)
  rmSync(log)
  await until(() => link().why?.startsWith('There is no TheIsle.log or TheIsle-Shipping.log in') === true)
  writeFileSync(log, `Log file open, 11/22/26 21:00:00\r\n${chatAt(now + 100, 'another run')}`)
  await until(() => texts().includes('another run') && link().state === 'following')
  expect(link().lostAt).not.toBeNull()
  expect(texts()).not.toContain('of another file')
})

test('[GF4] foreign, damaged and endless lines among the results change nothing of what the mod is believed', async () => {
  const { slay, modLink, machine } = await openWatched({})
  const results = join(machine.root, gamePaths.mod, 'results.ndjson')
  await expect.poll(modLink).toMatchObject({ name: 'up' })
  appendFileSync(
    results,
    '{"id":"other-1","verb":"kill","steam":"76561198000000001","ok":true,"msg":"killed","source":"X"}\n',
  )
  appendFileSync(
    results,
    Buffer.concat([randomBytes(100_000), Buffer.from(`\n{"id":\n[]\n"x"\n${'y'.repeat(1_000_000)}\n`)]),
  )
  const { victim, delivery } = await slay()
  appendFileSync(
    results,
    `{"id":"${delivery()?.id}","verb":"kill","steam":"${victim.id}","ok":false,"msg":"player not online"}\n`,
  )
  await expect.poll(() => delivery()?.state).toBe('confirmed')
  expect(victim.animal.health).toBe(0)
})

test('[GF5] a panel that answers success and writes nothing is found out: the link to the mod is down with its reason', async () => {
  const { modLink, machine, slay } = await openWatched({ simulatedMachine: { files: 'panel', runBy: 'panel' } })
  await expect.poll(modLink).toMatchObject({ name: 'up' })
  if (machine.panel) machine.panel.faults.idle = true
  const { victim, delivery } = await slay()
  await expect.poll(() => modLink()?.why ?? '').toContain('The panel said that it wrote')
  expect(delivery()?.state).not.toBe('confirmed')
  expect(victim.animal.health).toBeGreaterThan(0)
})

test('[GF7] a hub reads the log, commands the mod and sees the host of npm run simulator, with the lines of .env that it prints', async () => {
  const servers = ['--sftp-port', '0', '--sftp-password', 'y', '--amp-port', '0', '--amp-password', 'z']
  const flags = ['scripts/simulator.ts', '--port', '0', '--password', 'x', '--players', '20', ...servers]
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  await expect.poll(() => printed).toContain('HOST_AMP_PASSWORD=')
  const secrets: Record<string, string> = { SIMULATOR_PASSWORD: 'x', GAME_FILES_KEY: 'y', HOST_AMP_PASSWORD: 'z' }
  const lines = [...printed.matchAll(/^ {2}(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value || secrets[name],
  ])
  const { gameFiles, gameHost, sharedSimulator } = readConfig(Object.fromEntries(lines))

  const app = await openTestApp({ gameFiles, gameHost, sharedSimulator })
  onTestFinished(() => app.close())
  const { game, hub } = app.hub()
  await expect.poll(() => hub.read(logLink, mainServer)).toMatchObject(isFollowing)
  expect(hub.read(logLink, mainServer).place).toMatch(/^sftp:\/\/steam@127/)
  await expect.poll(() => game.hostLink?.status().reading?.state).toBe('running')
  const mod = game.actionLinks.find(({ name }) => name === 'commandBridge')
  await expect.poll(() => mod?.state().name).toBe('up')
  const [victim] = await game.link.players()
  if (!victim) throw new Error('Nobody is in the game.')
  const message = {
    kind: 'message',
    target: { id: victim.id, name: victim.name ?? '' },
    detail: { text: 'hello over SFTP' },
  } as const
  expect(await mod?.perform(message)).toMatchObject({ state: 'confirmed' })
})

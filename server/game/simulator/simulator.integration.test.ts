import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parsePlayerList } from '../evrima/parsePlayers.ts'
import { createManualClock } from '../testing/manualClock.ts'
import { pondTerrain, startTestSimulator, testPassword } from '../testing/testSimulator.ts'
import { frameSilenceMs, type LoggedRequest } from './serveClient.ts'
import { startSimulator } from './simulator.ts'

/** A client that sends raw bytes and collects the received ones. */
async function connectTo(port: number) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  const text = () => Buffer.concat(chunks).toString()
  return {
    socket,
    chunks,
    text,
    send: (hex: string) => void socket.write(Buffer.from(hex.replaceAll(' ', ''), 'hex')),
    /** Waits until the received text matches. */
    async until(form: RegExp) {
      while (!form.test(text())) await once(socket, 'data')
      return text()
    },
  }
}

const login = `01 ${Buffer.from(testPassword).toString('hex')}`

test.each([`${login} 00`, login])(
  '[SI67] a login is accepted with exactly this text, with or without a final NUL',
  async (frame) => {
    const { port } = await startTestSimulator()
    const client = await connectTo(port)
    client.send(frame)
    await client.until(/Accepted/)
    expect(client.text()).toBe('Password Accepted')
  },
)

test('[SI68] a wrong password is refused, and commands without login are ignored', async () => {
  const simulator = await startTestSimulator()
  const client = await connectTo(simulator.port)
  client.send('02 40 00')
  client.send('01 78 00')
  await client.until(/Password/)
  client.send('02 50 00')
  client.send('01 79 00')
  await client.until(/(Incorrect Password){2}/)
  expect(client.text()).toBe('Incorrect PasswordIncorrect Password')
  expect(simulator.world.savedAt).toBeNull()
})

test('[SI69] frames sent in one chunk are answered in order', async () => {
  const simulator = await startTestSimulator()
  const client = await connectTo(simulator.port)
  client.send(`${login} 00 02 40 00 02 77 00 02 50 00`)
  const text = await client.until(/Game saved/)
  expect(text).toMatch(/^Password AcceptedPlayerList\n[\s\S]+PlayerDataEnd\n.+Game saved$/)
  expect(simulator.log.map(({ command, isLoggedIn }) => [command, isLoggedIn])).toEqual([
    ['login', false],
    ['playerlist', true],
    ['getplayerdata', true],
    ['save', true],
  ])
})

/** Gives the simulator time to read what was sent before, as a chunk of its own. */
async function roundTrip(port: number) {
  const client = await connectTo(port)
  client.send(`${login} 00`)
  await client.until(/Accepted/)
}
const announcements = (log: readonly LoggedRequest[]) =>
  log.filter(({ command }) => command !== 'login').map(({ command, argument }) => `${command} ${argument}`)

test('[MZ4] a frame that is split across segments is read as one, and its NUL ends it without a pause', async () => {
  const { port, log } = await startTestSimulator({ clock: createManualClock() })
  const client = await connectTo(port)
  client.send(`${login} 00`)
  await client.until(/Accepted/)
  for (const part of ['02', '10 68', '69 00 02 50', '00']) {
    client.send(part)
    await roundTrip(port)
  }
  await client.until(/Game saved/)
  expect(announcements(log)).toEqual(['announce hi', 'save '])
})

test('[MZ5] without a NUL a frame ends when nothing follows it for a moment, or when the client ends', async () => {
  const clock = createManualClock()
  const { port, log, world } = await startTestSimulator({ clock })
  const client = await connectTo(port)
  client.send(`${login} 00`)
  await client.until(/Accepted/)
  client.send('02 10 68 69')
  // Either the simulator waits for more, or it took the frame already.
  await vi.waitFor(() => expect(clock.waiting() + announcements(log).length).toBe(1), 60_000)
  await clock.advance(frameSilenceMs - 1)
  expect(announcements(log)).toEqual([])
  await clock.advance(1)
  await client.until(/hi$/)
  expect(announcements(log)).toEqual(['announce hi'])
  client.send('02 50')
  client.socket.end()
  await vi.waitFor(() => expect(world.savedAt).not.toBeNull(), 60_000)
})

test('[SI70] replies are sent in parts with delays', async () => {
  const simulator = await startTestSimulator()
  simulator.faults.segmentBytes = 100
  const client = await connectTo(simulator.port)
  client.send(`${login} 00 02 40 00`)
  await client.until(/PlayerList\n[\d,]+\n([^,]*,){63}/)
  expect(client.chunks.length).toBeGreaterThan(5)
  expect(parsePlayerList(client.text().replace('Password Accepted', '')).value).toHaveLength(60)
})

test('[SI71] the log has every request in order, with its arguments and without passwords', async () => {
  const simulator = await startTestSimulator()
  const [one, other] = [await connectTo(simulator.port), await connectTo(simulator.port)]
  one.send(`${login} 00`)
  await one.until(/Accepted/)
  other.send(`${login} 00`)
  await other.until(/Accepted/)
  one.send('02 10 68 69 00')
  await one.until(/hi$/)
  other.send('02 90 30 00')
  await other.until(/now/)
  expect(simulator.log.map(({ number, command, argument }) => [number, command, argument])).toEqual([
    [1, 'login', ''],
    [2, 'login', ''],
    [3, 'announce', 'hi'],
    [4, 'toggleai', '0'],
  ])
  expect(JSON.stringify(simulator.log)).not.toContain(testPassword)
})

test('[SI72] a cut drops connections and refuses new ones until the port is restored', async () => {
  const simulator = await startTestSimulator()
  const client = await connectTo(simulator.port)
  const closed = once(client.socket, 'close')
  await simulator.faults.cut()
  await closed
  await expect(connectTo(simulator.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await simulator.faults.restore()
  await connectTo(simulator.port)
})

test('[SI2682] a port that the simulator chooses is none that a system gives to other programs or to outgoing connections while it is cut', async () => {
  const options = { source: { port: 0, password: 'x' }, bridge: { port: 0, token: 'y' } }
  const { port, source, bridge } = await startTestSimulator(options)
  expect([port, source?.port, bridge?.port].filter((each) => each === undefined || each >= 32_768)).toEqual([])
})

test('[SI73] a port in use is reported with its number', async () => {
  const { port } = await startTestSimulator()
  await expect(startTestSimulator({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken by another program`)
})

test('[SI74] more players than the server allows is an error that says so', async () => {
  await expect(startTestSimulator({ players: 40, maxPlayers: 30 })).rejects.toThrow(
    '40 players do not fit on a server for 30',
  )
})

test('[SI75] the world moves with the clock, at most a few seconds at once', async () => {
  const clock = createManualClock()
  const simulator = await startSimulator({
    port: 0,
    password: 'x',
    players: 5,
    seed: 1,
    terrain: pondTerrain,
    clock,
  })
  await clock.advance(10_000)
  expect(simulator.world.elapsedMs).toBe(10_000)
  await simulator.close()
  await clock.advance(10_000)
  expect(simulator.world.elapsedMs).toBe(10_000)
  expect(clock.waiting()).toBe(0)
})

test('[SI76] random bytes and aborted connections do not crash it', async () => {
  const { port } = await startTestSimulator()
  for (let i = 0; i < 30; i++) {
    const client = await connectTo(port)
    client.send(`${login} 00 02 77 00`)
    client.send(Buffer.from(Array.from({ length: 50 }, (_, j) => (i * 37 + j * 101) % 256)).toString('hex'))
    client.socket.destroy()
  }
  const client = await connectTo(port)
  client.send(`${login} 00`)
  expect(await client.until(/Accepted/)).toBe('Password Accepted')
})

test('[SI20] a request dropped before it is handled is neither carried out nor logged; one dropped after its reply is both', async () => {
  const simulator = await startTestSimulator()
  const commands = () => simulator.log.map(({ command }) => command).filter((command) => command !== 'login')
  const send = async () => {
    const client = await connectTo(simulator.port)
    client.send(`${login} 00`)
    await client.until(/Accepted/)
    const over = once(client.socket, 'close')
    client.send('02 50 00')
    await over
    return client.text()
  }
  simulator.faults.unheardNext = 1
  expect(await send()).toBe('Password Accepted')
  expect([commands(), simulator.world.savedAt]).toEqual([[], null])
  simulator.faults.dropAfterNext = 1
  expect(await send()).toContain('Game saved')
  expect(commands()).toEqual(['save'])
})

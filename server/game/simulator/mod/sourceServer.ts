import type { Socket } from 'node:net'
import { createPacketReader, encodePacket, packetTypes, type SourcePacket } from '../../source/sourcePackets.ts'
import { type Listener, listenOn } from '../listener.ts'
import { createModRunner, type ModRunner, type ModRunnerOptions } from './modRunner.ts'

export interface ModServerOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
}

export interface ModServer extends Pick<ModRunner, 'faults' | 'log'> {
  readonly port: number
  connections(): number
  close(): Promise<void>
}

/** The limit of one packet. */
const partBytes = 4_086

/** A command mod behind Source RCON, on its own port. */
export async function startSourceServer(
  { host, port, password }: ModServerOptions & { readonly password: string },
  world: ModRunnerOptions,
): Promise<ModServer> {
  let listener: Listener
  const runner = createModRunner(world, () => listener)
  listener = await listenOn(host, port, (socket) => serve(socket, runner, password))
  const { faults, log } = runner
  return { faults, log, port: listener.port, connections: listener.connections, close: () => listener.cut() }
}

function serve(socket: Socket, runner: ModRunner, password: string): void {
  const read = createPacketReader()
  let isLoggedIn = false
  let turn: Promise<void> = Promise.resolve()

  const logIn = ({ id, body }: SourcePacket) => {
    isLoggedIn = !runner.faults.refusePassword && body.toString() === password
    // Servers of the Source engine send an empty packet before the login's answer.
    send(socket, { id, type: packetTypes.reply, body: Buffer.alloc(0) })
    send(socket, { id: isLoggedIn ? id : -1, type: packetTypes.loginAnswer, body: Buffer.alloc(0) })
  }
  const take = async (packet: SourcePacket) => {
    if (packet.type === packetTypes.login) return logIn(packet)
    if (packet.type === packetTypes.command && isLoggedIn) await answer(socket, runner, packet)
  }
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const packet of read(chunk)) turn = turn.then(() => (socket.destroyed ? undefined : take(packet)))
    } catch {
      socket.destroy()
    }
  })
}

async function answer(socket: Socket, runner: ModRunner, { id, body }: SourcePacket): Promise<void> {
  const { said, fault } = runner.run(body.toString())
  if (fault === 'dropUnheard' || fault === 'dropUnanswered') return void socket.destroy()
  if (fault === 'frozen' || fault === 'silence') return
  if (runner.faults.delay > 0) await runner.pause()
  if (fault === 'garbage') return void socket.write(runner.noise(200))
  const packets = Buffer.concat(
    partsOf(Buffer.from(said.text)).map((part) => encodePacket({ id, type: 0, body: part })),
  )
  const sent = fault === 'dropHalfway' ? packets.subarray(0, packets.length / 2) : packets
  socket.write(sent, () => fault?.startsWith('drop') && socket.destroySoon())
}

function partsOf(reply: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(reply.length / partBytes))
  return Array.from({ length: count }, (_, i) => reply.subarray(i * partBytes, (i + 1) * partBytes))
}

const send = (socket: Socket, packet: SourcePacket) => void socket.write(encodePacket(packet))

import { connect } from 'node:net'
import type { Clock } from '../../engine/clock.ts'
import { LinkError } from '../link.ts'
import { networkReason } from '../linkState.ts'
import { createReplyReader, type Expected, type Reply } from './replyReader.ts'
import type { Timings } from './timings.ts'

/** A connection for one request and its reply at a time. */
interface Channel {
  /** Settles when the connection is open or has failed. */
  readonly opened: Promise<void>
  /** Rejects with the reason if the connection has ended. `leaving` is called right before the first byte is sent. */
  exchange(frame: Buffer, expected: Expected, leaving?: () => void): Promise<Reply>
  /** Ends the connection. Only the first reason counts. */
  end(error: LinkError, kind?: FaultKind): void
}

/**
 * The kind of fault that ended a connection. `unreachable`: it was never open. `login`: no or another answer to the login. `refused`:
 * the wrong password. `lost`: the game or the network ended it. `endless`: the game does not stop sending. `silent`: nothing for long.
 */
export type FaultKind = 'unreachable' | 'login' | 'refused' | 'lost' | 'endless' | 'silent'
export type ChannelEnded = (error: LinkError, kind: FaultKind) => void

export interface ChannelOptions {
  readonly open: OpenSocket
  readonly clock: Clock
  readonly timings: Timings
}

/** `ended` is called once with the reason. */
export function createChannel({ open, clock, timings }: ChannelOptions, ended: ChannelEnded): Channel {
  const reader = createReplyReader(clock, timings, (error) => end(error, 'endless'))
  const opening = Promise.withResolvers<void>()
  let failure: LinkError | null = null

  let isOpen = false

  const end = (error: LinkError, kind: FaultKind = 'lost') => {
    if (failure) return
    failure = error
    cancel()
    wire.close()
    opening.reject(error)
    reader.abandon(error)
    ended(error, isOpen ? kind : 'unreachable')
  }
  const stopIfEnded = () => {
    if (failure) throw failure
  }
  const cancel = clock.after(timings.connectMs, () => end(new LinkError('down', 'the host does not answer')))
  opening.promise.then(cancel, () => {})
  const wire = open({
    opened: () => {
      isOpen = true
      opening.resolve()
    },
    received: reader.receive,
    lost: (why) => end(new LinkError('down', why)),
  })

  return {
    opened: opening.promise,
    end,
    async exchange(frame, expected, leaving) {
      stopIfEnded()
      // One turn for bytes that have already arrived, so that they are dropped and not taken for the reply.
      await new Promise<void>((resolve) => void clock.after(0, resolve))
      stopIfEnded()
      leaving?.()
      wire.send(frame)
      return reader.read(expected)
    },
  }
}

/** A socket to the game. After `close` its listener is not called any more. */
interface GameSocket {
  send(bytes: Buffer): void
  close(): void
}

export interface SocketListener {
  opened(): void
  received(chunk: Buffer): void
  /** Called at most once, even if the socket never opened. */
  lost(why: string): void
}

export type OpenSocket = (listener: SocketListener) => GameSocket

/** Opens a TCP socket to the game. */
export const openTcpSocket =
  (host: string, port: number): OpenSocket =>
  (listener) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 })
    const close = () => {
      socket.removeAllListeners()
      // A socket that fails while being destroyed still emits an error, which would end the program without a listener.
      socket.once('error', () => {})
      socket.destroy()
    }
    const lose = (why: string) => {
      close()
      listener.lost(why)
    }
    socket.once('connect', listener.opened)
    socket.on('data', listener.received)
    socket.once('close', () => lose('the game server closed the connection'))
    socket.once('error', (error: NodeJS.ErrnoException) => lose(networkReason(error)))
    return { send: (bytes) => void socket.write(bytes), close }
  }

/** The known commands of Evrima's RCON, named as in its log; each is one byte. */
export const opcodes = {
  announce: 0x10,
  directmessage: 0x11,
  serverdetails: 0x12,
  wipecorpses: 0x13,
  getplayables: 0x14,
  updateplayables: 0x15,
  togglemigrations: 0x19,
  addplayable: 0x1a,
  removeplayable: 0x1b,
  ban: 0x20,
  togglegrowthmultiplier: 0x21,
  setgrowthmultiplier: 0x22,
  togglenetupdatedistancechecks: 0x23,
  kick: 0x30,
  playerlist: 0x40,
  save: 0x50,
  pause: 0x60,
  custom: 0x70,
  getplayerdata: 0x77,
  togglewhitelist: 0x81,
  addwhitelist: 0x82,
  removewhitelist: 0x83,
  toggleglobalchat: 0x84,
  togglehumans: 0x86,
  toggleai: 0x90,
  disableaiclasses: 0x91,
  aidensity: 0x92,
  getqueuestatus: 0x93,
  toggleailearning: 0x94,
} as const

export type Opcode = keyof typeof opcodes

const AUTH = 0x01
const EXECUTE = 0x02

/** Builds accept frames with and without it, but frames without it cannot be distinguished. */
const NUL = 0x00

export const encodeLogin = (password: string): Buffer =>
  Buffer.concat([Buffer.of(AUTH), Buffer.from(password, 'utf8'), Buffer.of(NUL)])

/** The opcode is one raw byte: as UTF-8 text those from 0x80 would become two. */
export const encodeCommand = (command: Opcode, argument = ''): Buffer =>
  Buffer.concat([Buffer.of(EXECUTE, opcodes[command]), Buffer.from(argument, 'utf8'), Buffer.of(NUL)])

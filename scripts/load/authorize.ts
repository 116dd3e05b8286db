import { randomBytes } from 'node:crypto'
import { io } from 'socket.io-client'
import { newCommandId } from '../../shared/engine/ids.ts'
import { changeMapSettings } from '../../shared/features/mapSettings/commands.ts'
import { MapSettings, mapSettings } from '../../shared/features/mapSettings/mapSettings.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import type { Down } from '../../shared/protocol/down.ts'
import { Hello } from '../../shared/protocol/hello.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import { demoCookie, notConnected } from '../fixture/demoCookie.ts'
import { createHubClock, stampedAt } from './clock.ts'

type Headers = Readonly<Record<string, string>>

/** The hub permits the load. */
export interface LoadPermit {
  readonly community: string
  /** Account and headers for players; null if none are wanted. */
  readonly player: { readonly account: string; readonly headers: Headers } | null
}

interface LoadRequest {
  readonly url: string
  readonly token: string | null
  readonly players: number
}

class NotPermitted extends Error {}

/**
 * Permits a load only on a demo hub or with a token of its owner or an admin, so that this tool cannot be used against the hubs of others.
 * @throws NotPermitted with what is missing
 */
export async function authorizeLoad({ url, token, players }: LoadRequest): Promise<LoadPermit> {
  const { hello, leave } = await openClient(url, {})
  leave()
  if (hello.protocol !== protocolVersion)
    throw new NotPermitted(
      `${url} speaks version ${hello.protocol} of the protocol and this tool version ${protocolVersion}. Use the tool of the release that runs there.`,
    )
  if (token !== null) return { community: hello.community, player: await playerByToken(url, token, players) }
  if (!hello.demo)
    throw new NotPermitted(
      `${url} is not a demo. Its owner and its admins may put it under load: give a token of theirs, made on /profile with the permissions play and viewAllPositions, by --token or in WATERHOLE_TOKEN.`,
    )
  if (players === 0) return { community: hello.community, player: null }
  return {
    community: hello.community,
    player: await playerByCookie(url, { cookie: await demoCookie(url, 'admin', 1) }),
  }
}

async function playerByToken(url: string, token: string, players: number): Promise<LoadPermit['player']> {
  const headers = { authorization: `Bearer ${token}` }
  const { hello, leave } = await openClient(url, headers)
  leave()
  if (!hello.principal)
    throw new NotPermitted(`${url} does not know this token: it was revoked, has ended, or belongs to another hub.`)
  const { role } = hello.principal
  if (role !== 'owner' && role !== 'admin')
    throw new NotPermitted(`The token belongs to a ${role}. Only owners and admins can load-test a hub.`)
  const lacking = (['play', 'viewAllPositions'] as const).filter((permission) => !hello.may.includes(permission))
  if (players > 0 && lacking.length > 0)
    throw new NotPermitted(
      `The token lacks ${lacking.join(' and ')}: players need both. Or leave them out with --players 0.`,
    )
  return players > 0 ? { account: hello.principal.id, headers } : null
}

async function playerByCookie(url: string, headers: Headers): Promise<LoadPermit['player']> {
  const { hello, leave } = await openClient(url, headers)
  leave()
  if (!hello.principal) throw new NotPermitted(`${url} refused the sign-in as admin.`)
  return { account: hello.principal.id, headers }
}

/**
 * Saves the account's zoom level, the only thing that the commands of a load change. Returns the function that restores it.
 */
export async function saveSettings(url: string, { account, headers }: NonNullable<LoadPermit['player']>) {
  const before = await openClient(url, headers)
  const { zoomLevel } = MapSettings.parse(await before.document(`${mapSettings.kind}/${account}`))
  before.leave()
  // An earlier load was killed before it restored the value.
  const wasStamped = stampedAt(zoomLevel, 0) !== null && String(zoomLevel).length > 6
  return async () => {
    const after = await openClient(url, headers)
    const answer = await after.command(changeMapSettings.name, { zoomLevel: wasStamped ? 1 : zoomLevel })
    after.leave()
    if (!answer.ok) throw new Error(`The zoom level of the account ${account} was not restored: ${answer.message}`)
  }
}

/** One ordinary connection. @throws an error that says why it could not be opened */
export async function openClient(url: string, headers: Readonly<Record<string, string>>) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    timeout: 10_000,
    extraHeaders: { origin: url, ...headers },
  })
  const clock = createHubClock()
  const hello = await new Promise<Hello>((resolve, reject) => {
    socket.on('connect_error', (error) => reject(notConnected(url, error)))
    socket.on('hello', (message: unknown) => {
      const parsed = Hello.safeParse(message)
      if (!parsed.success) return reject(new Error(`The server at ${url} is not a hub of this release.`))
      clock.update(parsed.data.now)
      resolve(parsed.data)
    })
  }).catch((error: unknown) => {
    socket.close()
    throw error
  })
  return {
    hello,
    /** Watches a document and returns its snapshot. */
    document: (id: string) =>
      new Promise<Record<string, unknown>>((resolve, reject) => {
        const receive = ({ changes }: Down) => {
          for (const change of changes) if (change.type === 'snapshot' && change.id === id) resolve(change.value)
        }
        socket.on('down', receive)
        socket.emit('watch', { documents: [{ id }] }, ({ refused }: { refused: string[] }) => {
          if (refused.length > 0) reject(new Error(`The hub does not show ${id} to this account.`))
        })
      }),
    command: (name: string, input: object): Promise<Answer> =>
      socket.timeout(10_000).emitWithAck('command', { id: newCommandId(clock.now(), randomBytes(10)), name, input }),
    leave: () => void socket.close(),
  }
}

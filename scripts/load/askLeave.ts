import { protocolVersion } from '../../shared/protocol/version.ts'
import { askForCookie } from '../fixture/askForCookie.ts'
import { openSteward } from './steward.ts'

type Headers = Readonly<Record<string, string>>

/** What a hub allows to whoever asked. */
export interface Leave {
  readonly community: string
  /** With these players come in; null where nobody asked for any. */
  readonly player: { readonly account: string; readonly headers: Headers } | null
}

interface Asking {
  readonly url: string
  readonly token: string | null
  readonly players: number
}

export class NoLeave extends Error {}

/**
 * Whether this hub may be put under load by whoever asks: it is a demo, or they have a token of its owner or of an admin. Nobody
 * may be brought down by a stranger with this tool. @throws NoLeave that says what is wanted
 */
export async function askLeave({ url, token, players }: Asking): Promise<Leave> {
  const { hello, leave } = await openSteward(url, {})
  leave()
  if (hello.protocol !== protocolVersion)
    throw new NoLeave(
      `${url} speaks version ${hello.protocol} of the protocol and this tool version ${protocolVersion}. Use the tool of the release that runs there.`,
    )
  if (token !== null) return { community: hello.community, player: await playerByToken(url, token, players) }
  if (!hello.demo)
    throw new NoLeave(
      `${url} is no demo. Its owner and its admins may put it under load: give a token of theirs, made on /profile with the permissions play and viewAllPositions, by --token or in WATERHOLE_TOKEN.`,
    )
  if (players === 0) return { community: hello.community, player: null }
  return { community: hello.community, player: await playerIn(url, { cookie: await askForCookie(url, 'admin', 1) }) }
}

async function playerByToken(url: string, token: string, players: number): Promise<Leave['player']> {
  const headers = { authorization: `Bearer ${token}` }
  const { hello, leave } = await openSteward(url, headers)
  leave()
  if (!hello.you) throw new NoLeave(`${url} does not know this token: it was revoked, has ended, or is of another hub.`)
  const { role } = hello.you
  if (role !== 'owner' && role !== 'admin')
    throw new NoLeave(`The token is of a ${role}. Only the owner and admins may put a hub under load.`)
  const lacking = (['play', 'viewAllPositions'] as const).filter((permission) => !hello.may.includes(permission))
  if (players > 0 && lacking.length > 0)
    throw new NoLeave(
      `The token lacks ${lacking.join(' and ')}: players need both. Or leave them out with --players 0.`,
    )
  return players > 0 ? { account: hello.you.id, headers } : null
}

async function playerIn(url: string, headers: Headers): Promise<Leave['player']> {
  const { hello, leave } = await openSteward(url, headers)
  leave()
  if (!hello.you) throw new NoLeave(`${url} let nobody in as admin.`)
  return { account: hello.you.id, headers }
}

import { createEvrimaLink } from '../evrima/evrimaLink.ts'
import type { GameLink } from '../link.ts'
import { bad, type Findings, good, warning } from './finding.ts'

interface RconAddress {
  readonly host: string
  readonly port: number
  readonly password: string
}

/** A game that accepts the password answers well within this. */
const loginWithinMs = 15_000

/** Signs in over the game's RCON and reads what it says of itself. One connection, since the game leaks a socket for each. */
export async function checkRcon({ host, port, password }: RconAddress): Promise<Findings> {
  const link = createEvrimaLink({ host, port, password })
  try {
    await firstState(link)
    return await readRcon(link, `${host}:${port}`)
  } finally {
    await link.close()
  }
}

/** The same over a link that is open already. */
export async function readRcon(
  link: Pick<GameLink, 'state' | 'details' | 'players'>,
  address: string,
): Promise<Findings> {
  const { name, why } = link.state()
  if (name !== 'up') return [rconFault(address, name, why ?? 'the host does not answer')]
  return [good(`Signed in at ${address}.`), await readStatus(link)]
}

/** Resolves when the link is no longer connecting, or has had its time. */
const firstState = (link: GameLink) =>
  new Promise<void>((resolve) => {
    const late = setTimeout(resolve, loginWithinMs)
    const take = (state: ReturnType<GameLink['state']>) => {
      if (state.name === 'connecting') return
      clearTimeout(late)
      stop()
      resolve()
    }
    const stop = link.onState(take)
    take(link.state())
  })

function rconFault(address: string, name: string, why: string) {
  if (name === 'refused')
    return bad(
      `The game server at ${address} refuses the password.`,
      'Compare it with RconPassword in Game.ini. The game reads Game.ini only when it starts, and writes it again when it stops: edit it while the server is stopped.',
    )
  if (/nothing listens/.test(why)) return bad(`Nothing listens at ${address}.`, rconClosed, rconLines(address))
  if (/instead of answering the login/.test(why))
    return bad(
      `Something answers at ${address}, and closes the connection instead of letting the hub sign in.`,
      "Compare the password with RconPassword in Game.ini, and the port with RconPort: players join at another one. Check, too, that the game's host lets this machine's address use RCON.",
    )
  if (/not known/.test(why))
    return bad(
      `There is no host named ${address.replace(/:\d+$/, '')}.`,
      'Check the name, or give the address as numbers.',
    )
  return bad(
    `${address} cannot be reached: ${why}.`,
    "Check the address, and that the firewall of the game's host lets this machine reach the RCON port.",
  )
}

const rconClosed =
  'Switch RCON on in Game.ini while the game server is stopped, then start it. Use the port of RCON, not the one that players join.'
const rconLines = (address: string) => ({
  file: 'Game.ini',
  lines: [
    '[/Script/TheIsle.TIGameSession]',
    'bRconEnabled=true',
    'RconPassword=your-password',
    `RconPort=${/\d+$/.exec(address)?.[0] ?? '8888'}`,
  ],
})

async function readStatus(link: Pick<GameLink, 'details' | 'players'>) {
  try {
    const [{ name, maxPlayers }, players] = [await link.details(), await link.players()]
    const online = maxPlayers === null ? players.length : `${players.length} of ${maxPlayers}`
    return good(
      `${name ? `"${name}" answers` : 'The game answers'}: ${online} ${online === 1 ? 'player' : 'players'} online.`,
    )
  } catch (error) {
    return warning(
      `It signed in and then did not answer: ${error instanceof Error ? error.message : error}.`,
      'Wait until the game server has finished starting, then try again. If the problem remains, run npm run capture and send us the file: your build may answer in a new form.',
    )
  }
}

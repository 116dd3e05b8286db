// npm run providers: local Steam and Discord servers, to try signing in by hand. Ctrl+C ends them.
import { readFlags, wholeNumber } from '../server/game/commandLine.ts'
import { demoPersonas } from '../server/game/simulator/personas.ts'
import { openDiscordProvider } from '../server/testing/providers/discordProvider.ts'
import { openSteamProvider } from '../server/testing/providers/steamProvider.ts'

// Players of the simulator, so that a user who signs in as one of them has an animal there.
const steamPeople = demoPersonas.map(({ id, name }) => ({
  steamId: id,
  name,
  country: 'GB',
  timeCreated: 1_420_070_400,
}))
const discordPeople = demoPersonas.map(({ id, name }) => ({
  id: `9${id}`,
  username: name.toLowerCase(),
  globalName: name,
}))

const usage = `npm run providers -- [--steam-port 8091] [--discord-port 8092]

Simulates Steam and Discord on this machine, to try signing in by hand, and prints the lines with which a hub uses them. Port 0 takes
any free port. Ctrl+C ends them.`

/** The ports of the command line; null for --help. @throws an error that names the wrong flag */
function portsOf(args: readonly string[]) {
  const { values } = readFlags({
    args: [...args],
    options: {
      'steam-port': { type: 'string', default: '8091' },
      'discord-port': { type: 'string', default: '8092' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const port = (flag: 'steam-port' | 'discord-port') => wholeNumber(flag, values[flag], 0, 65_535)
  const [steam, discord] = [port('steam-port'), port('discord-port')]
  if (steam !== 0 && steam === discord)
    throw new Error(`--steam-port and --discord-port are both ${steam}: give each a port of its own.`)
  return { steam, discord }
}

const refusing = (flag: string) => (error: NodeJS.ErrnoException & { readonly port?: number }) => {
  if (error.code !== 'EADDRINUSE') throw error
  throw new Error(
    `Port ${error.port} is taken by another program, perhaps another npm run providers. Stop that, or choose another port: npm run providers -- ${flag} NUMBER.`,
    { cause: error },
  )
}

async function main() {
  const ports = portsOf(process.argv.slice(2))
  if (!ports) return console.log(usage)
  const steam = await openSteamProvider({ people: steamPeople, port: ports.steam }).catch(refusing('--steam-port'))
  const discord = await openDiscordProvider({ people: discordPeople, port: ports.discord })
    .catch(refusing('--discord-port'))
    .catch(async (error) => {
      await steam.close()
      throw error
    })
  console.log(`Simulated Steam and Discord. Start the hub with these lines in its environment; Ctrl+C ends them.

STEAM_OPENID_URL=${steam.openIdUrl}
STEAM_API_URL=${steam.address}
STEAM_API_KEY=${steam.apiKey}
DISCORD_URL=${discord.address}
DISCORD_CLIENT_ID=${discord.application.clientId}
DISCORD_CLIENT_SECRET=${discord.application.clientSecret}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void Promise.all([steam.close(), discord.close()]))
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

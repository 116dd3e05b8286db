// npm run providers: local Steam and Discord servers, to try signing in by hand. Ctrl+C ends them.
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

const ports = { steam: 8091, discord: 8092 }

function portIsTaken(error: NodeJS.ErrnoException & { readonly port?: number }): never {
  if (error.code !== 'EADDRINUSE') throw error
  throw new Error(
    `Port ${error.port} is taken by another program, perhaps another npm run providers. Stop that first: the ports are always ${ports.steam} and ${ports.discord}.`,
    { cause: error },
  )
}

async function main() {
  if (process.argv.length > 2)
    throw new Error(`npm run providers takes no options: its ports are ${ports.steam} and ${ports.discord}.`)
  const steam = await openSteamProvider({ people: steamPeople, port: ports.steam }).catch(portIsTaken)
  const discord = await openDiscordProvider({ people: discordPeople, port: ports.discord }).catch(async (error) => {
    await steam.close()
    return portIsTaken(error)
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

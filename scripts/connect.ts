// npm run connect: asks how the hub reaches the game server, tries it, and writes .env or prints the lines for it. With --check it tries the present configuration.
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { connectionChecks, placesOf } from '../server/app/connectionChecks.ts'
import { envFileWarnings, loadEnvFile, writeEnvFile } from '../server/config/envFile.ts'
import { readConfig } from '../server/config.ts'
import { findingText, keepSettings, runWizard, type Terminal } from '../server/game/connect/wizard.ts'
import { type ConnectionName, connectionNames } from '../shared/features/connections/connections.ts'
import { connectSteps } from './connectSteps.ts'
import { repositoryRoot } from './repositoryRoot.ts'

const envFile = join(repositoryRoot, '.env')

/** A terminal, or a file of answers. */
function openTerminal(): Terminal & { close(): void } {
  let isMuted = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  const answers = lines[Symbol.asyncIterator]()
  return {
    say: (text) => void process.stdout.write(`${text}\n`),
    async ask(question, { isSecret = false } = {}) {
      process.stdout.write(question)
      isMuted = isSecret
      const { value, done } = await answers.next()
      isMuted = false
      if (isSecret || !process.stdin.isTTY) process.stdout.write('\n')
      return done ? null : String(value).trim()
    },
    close: () => lines.close(),
  }
}

const titles: Readonly<Record<ConnectionName, string>> = {
  rcon: 'The game server',
  log: "The game's log",
  mod: 'The mod CommandBridge',
  host: 'What runs the game server',
}

/** Tries what is configured. @returns whether all of it works */
async function checkPresent(): Promise<boolean> {
  loadEnvFile(envFile)
  const config = readConfig()
  for (const warning of envFileWarnings(config.variables.map(({ name }) => name))) console.log(`  !   ${warning}`)
  const places = placesOf(config)
  if (!places.rcon) {
    console.log('No game server is configured (EVRIMA_HOST). Run npm run connect without --check.')
    return false
  }
  const checks = connectionChecks(places)
  let isFine = true
  for (const name of connectionNames) {
    const { place, check } = checks[name]
    console.log(`\n${titles[name]}${place === null ? '' : `: ${place}`}`)
    for (const finding of await check()) {
      // Here the lines for .env of what is not configured would bury the rest.
      console.log(findingText(finding.state === 'absent' ? { ...finding, mend: null, add: null } : finding))
      isFine &&= finding.state !== 'bad'
    }
  }
  return isFine
}

async function main() {
  const [flag, ...rest] = process.argv.slice(2)
  if (flag === '--check' && rest.length === 0) {
    process.exitCode = (await checkPresent()) ? 0 : 1
    return
  }
  if (flag !== undefined)
    throw new Error(
      'npm run connect asks its questions one by one. The only option is --check, which tries the present configuration.',
    )
  // Only of the place of the hub's data: everything else is asked.
  loadEnvFile(envFile)
  const terminal = openTerminal()
  try {
    terminal.say('This tries each connection to your game server and changes nothing there. Ctrl+C ends it.')
    const settings = await runWizard(terminal, connectSteps)
    if (settings === null) throw new Error('\nThe input ended before all questions were answered. Nothing was changed.')
    const write = (lines: readonly string[]) => writeEnvFile(envFile, lines)
    await keepSettings(terminal, settings, { file: envFile, write: process.stdin.isTTY ? write : null })
  } finally {
    terminal.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { editsToBeginnings } from '../../shared/engine/textEdits.ts'

let namesInFile: readonly string[] = []

/** Reads a file of settings, if there is one, into the environment, which takes precedence. */
export function loadEnvFile(path: string) {
  if (!existsSync(path)) return
  process.loadEnvFile(path)
  namesInFile = Object.keys(parseEnv(readFileSync(path, 'utf8'))).sort()
}

/** One warning for each name in the loaded file that is not a setting: a misspelt one would have no effect, unnoticed. */
export const envFileWarnings = (settings: readonly string[]) => warningsOf(namesInFile, settings)

/** Read by Node, by docker compose or by the programs that the hub runs. */
const ofOthers = /^(NODE_\w+|COMPOSE_\w+|DOCKER_\w+|XDG_\w+|LC_\w+|LANG|TZ|PATH|HOME|USER|(HTTPS?|ALL|NO)_PROXY)$/i
/** Anything else may be a line of a secret that was pasted without quotes. */
const nameForm = /^[A-Z][A-Z0-9_]{0,39}$/

/** @param names in the file @param settings the names that the hub knows */
export const warningsOf = (names: readonly string[], settings: readonly string[]): string[] =>
  names
    .filter((name) => !settings.includes(name) && !ofOthers.test(name))
    .map((name) => {
      const near = nearestOf(name, settings)
      if (near) return `${name} in .env is not a setting of the hub: did you mean ${near}?`
      const shown = nameForm.test(name) ? name : 'A name that is not shown'
      return `${shown} in .env is not a setting of the hub. All settings are in .env.example.`
    })

/** The setting that a name was meant to be, if one letter in four is wrong at most. */
function nearestOf(name: string, settings: readonly string[]): string | null {
  const typed = name.toUpperCase()
  const [nearest] = settings
    .map((setting) => ({ setting, edits: editsToBeginnings(typed, setting).at(-1) ?? 0 }))
    .filter(({ setting, edits }) => edits <= setting.length / 4)
    .sort((one, other) => one.edits - other.edits)
  return nearest?.setting ?? null
}

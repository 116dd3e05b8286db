import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

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
    .map((setting) => ({ setting, edits: editsBetween(typed, setting) }))
    .filter(({ setting, edits }) => edits <= setting.length / 4)
    .sort((one, other) => one.edits - other.edits)
  return nearest?.setting ?? null
}

/** How many letters to add, leave out, replace or swap with the next one. */
function editsBetween(from: string, to: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[beforeLast, last] = [last, next]
  }
  return last[to.length] ?? 0
}

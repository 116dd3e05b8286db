import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual, parseEnv } from 'node:util'
import { nearestOf } from '../../shared/engine/textEdits.ts'
import { ConfigError } from './configError.ts'

let namesInFile: readonly string[] = []
let cutNames: readonly string[] = []
let bareLines: readonly BareLine[] = []

/** Reads a file of settings, if there is one, into the environment, which takes precedence. @throws ConfigError */
export function loadEnvFile(path: string) {
  const text = readText(path)
  if (text === null) return
  refuseOtherLines(path, text)
  const settings = parseEnv(text.replace(blanksAsValue, '$1'))
  bareLines = bareLinesIn(text).filter(({ name }) => process.env[name] === undefined && !Object.hasOwn(settings, name))
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
  namesInFile = Object.keys(settings).sort()
  cutNames = namesCutIn(text)
}

/**
 * Writes settings into such a file: in place of their former values, or at its end. Its other lines stay. A new file can be read by its
 * owner alone.
 * @param lines `NAME=value`, quoted where that is needed
 * @throws ConfigError where the file cannot be written, or not without changing another setting
 */
export function writeEnvFile(path: string, lines: readonly string[]) {
  const former = readText(path)
  const text = lines.reduce(withLine, former ?? '')
  const wanted = { ...parseEnv(former ?? ''), ...parseEnv(lines.join('\n')) }
  if (!isDeepStrictEqual({ ...parseEnv(text) }, wanted))
    throw new ConfigError(`${path} holds quotes or lines that cannot be kept as they are.`)
  try {
    writeFileSync(path, text, { mode: 0o600, flush: true })
    // The user of the hub must be able to read it, even where root has written it.
    const { uid, gid } = statSync(dirname(path))
    if (former === null && process.getuid?.() === 0) chownSync(path, uid, gid)
  } catch (error) {
    throw new ConfigError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** A text with this setting in place of its former ones, or at its end. */
function withLine(text: string, line: string): string {
  const name = line.slice(0, line.indexOf('='))
  const former = new RegExp(
    String.raw`^[^\S\n]*(?:export[^\S\n]+)?${name}[^\S\n]*=(?:[^\S\n]*(["'\`])[\s\S]*?\1)?[^\n]*(?:\n|$)`,
    'gm',
  )
  const at = text.search(former)
  if (at === -1) return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`
  const others = text.replace(former, '')
  return `${others.slice(0, at)}${line}\n${others.slice(at)}`
}

/** Null where there is no such file. */
function readText(path: string): string | null {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new ConfigError(`${path} cannot be read (${code}). It must be a file that the user of the hub may read.`)
  }
  return textOf(bytes)
}

/** Editors and shells of Windows write a byte order mark, or UTF-16: Node's reader would miss the first name, or all of them. */
function textOf(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}

/** A file that was named by mistake may have thousands. */
const mostNamedLines = 10

/** Node's reader passes over them silently. They may be passwords, so only their numbers are shown. @throws ConfigError */
function refuseOtherLines(path: string, text: string) {
  const numbers = otherLinesIn(text)
  if (numbers.length === 0) return
  throw new ConfigError(
    `${linesText(numbers)} of ${path} ${numbers.length === 1 ? 'is not a setting' : 'are not settings'}. Write NAME=value, such as PORT=8080: a name without spaces, then =, then the value. Begin a comment with #. A value of several lines belongs in single quotes.`,
  )
}

function linesText(numbers: readonly number[]): string {
  const more = numbers.length - mostNamedLines
  const named = numbers.slice(0, mostNamedLines).join(', ')
  return numbers.length === 1 ? `Line ${named}` : `Lines ${named}${more > 0 ? ` and ${more} more` : ''}`
}

const quotedValue = /^([^\S\n]*[^\s#=][^\n=]*=[^\S\n]*)(["'`])[\s\S]*?\2/gm
const settingOrNone = /^\s*($|#|(export[^\S\n]+)?[^\s=]+\s*=)/
/** A name alone. Docker Compose takes its value from the environment, which the hub does in any case: the line sets nothing. */
const bareName = /^[^\S\n]*([A-Z][A-Z0-9_]{0,39})\s*$/

/** The lines of a file, with those within a quoted value as comments. */
const linesOf = (text: string): readonly string[] =>
  text.replace(quotedValue, (setting) => setting.replaceAll('\n', '\n#')).split('\n')

interface BareLine {
  readonly name: string
  readonly line: number
}
const bareLinesIn = (text: string): readonly BareLine[] =>
  linesOf(text).flatMap((content, index) => {
    const name = bareName.exec(content)?.[1]
    return name === undefined ? [] : [{ name, line: index + 1 }]
  })

/** Numbers of the lines that are neither blank, a comment, a setting, a name alone nor part of a quoted value. */
const otherLinesIn = (text: string): number[] =>
  linesOf(text).flatMap((line, index) => (settingOrNone.test(line) || bareName.test(line) ? [] : [index + 1]))

/** After such a value Node's reader would take the next line for it. */
const blanksAsValue = /^([^\S\n]*(?:export[^\S\n]+)?\w+[^\S\n]*=)[^\S\n]+$/gm

/** A value that is not quoted ends at a #, which is the middle of many a password. */
const namesCutIn = (text: string) =>
  [...text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Z][A-Z0-9_]*)[ \t]*=[ \t]*[^\s'"`#][^\r\n#]*(?<=\S)#/gm)].map(
    ([, name = '']) => name,
  )

/**
 * One warning for each name in the loaded file that is not a setting, for a misspelt one would have no effect, unnoticed; for each value that
 * ends at a #; and for names alone that nothing sets.
 */
export const envFileWarnings = (settings: readonly string[]) => [
  ...warningsOf(namesInFile, settings),
  ...bareWarnings(settings),
  ...cutNames.map(
    (name) => `The value of ${name} in .env ends before its #. If the # belongs to it, put the value in single quotes.`,
  ),
]

/** Lines whose name is not a setting may be a part of a secret: only their numbers are shown. */
function bareWarnings(settings: readonly string[]): readonly string[] {
  const numbers = bareLines.flatMap(({ name, line }) => (settings.includes(name) || ofOthers.test(name) ? [] : [line]))
  const known = [...new Set(bareLines.map(({ name }) => name))].filter((name) => settings.includes(name))
  return [
    ...known.map(
      (name) =>
        `${name} in .env has no = and no value, and the environment does not set it: it is not set. Write ${name}= and the value, or delete the line.`,
    ),
    ...(numbers.length === 0
      ? []
      : [
          `${linesText(numbers)} of .env: no =, no value, and no setting of the hub. All settings are in .env.example.`,
        ]),
  ]
}

/** Read by Node, by docker compose or by the programs that the hub runs. */
const ofOthers = /^(NODE_\w+|COMPOSE_\w+|DOCKER_\w+|XDG_\w+|LC_\w+|LANG|TZ|PATH|HOME|USER|(HTTPS?|ALL|NO)_PROXY)$/i
/** Anything else may be a line of a secret that was pasted without quotes. */
const nameForm = /^[A-Z][A-Z0-9_]{0,39}$/

/** @param names in the file @param settings the names that the hub knows */
export const warningsOf = (names: readonly string[], settings: readonly string[]): string[] =>
  names
    .filter((name) => !settings.includes(name) && !ofOthers.test(name))
    .map((name) => {
      const near = nearestOf(name.toUpperCase(), settings)
      if (near) return `${name} in .env is not a setting of the hub: did you mean ${near}?`
      const shown = nameForm.test(name) ? name : 'A name that is not shown'
      return `${shown} in .env is not a setting of the hub. All settings are in .env.example.`
    })

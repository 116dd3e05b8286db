import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestOf } from '../../shared/engine/textEdits.ts'

/** As `parseArgs` of Node. @throws an error that names the wrong part of the command line, and how it is written */
export function readFlags<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Error(wrongFlagText(error as NodeJS.ErrnoException, Object.keys(config.options ?? {})), { cause: error })
  }
}

/** @param names of all flags, without -- */
function wrongFlagText({ code = '', message }: NodeJS.ErrnoException, names: readonly string[]): string {
  const [, named = ''] = /'(-{0,2}[^\s'=]+)/.exec(message) ?? []
  const all = `There are ${names.map((name) => `--${name}`).join(', ')}.`
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const near = nearestOf(named.replace(/^-+/, ''), names)
    return `There is no option ${named}. ${near ? `Did you mean --${near}?` : all}`
  }
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return `"${named}" belongs to no option: each option begins with --, and a value with spaces needs quotes. ${all}`
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message
  if (/does not take/.test(message)) return `${named} takes no value. Write ${named} alone.`
  return `${named} needs a value after it. One that begins with - is written ${named}=-…`
}

/** Parses a whole number of a command line. @throws an error that names the flag and its range */
export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new Error(`--${flag} wants a whole number from ${least} to ${most}, not "${text}".`)
}

import type { Opcode } from './channel.ts'
import { splitOutsideBrackets, withoutPreamble } from './evrimaCommands.ts'
import { playerDataEnd, playerId } from './parsePlayers.ts'
import { detailKeys, withoutPassword } from './parseServerDetails.ts'

export interface RawReply {
  readonly command: Opcode | 'login'
  readonly text: string
}

const rowKeys = /^(?:Gender|Location|Class|Growth|Health|Stamina|Hunger|Thirst|PrimeElder|\w*MutationSlots\w*)$/

/**
 * Redacts replies: ids and names become aliases, server name and passwords are removed, and unknown parts are masked. The rest stays
 * as the game sent it, so that parsers can be tested with it.
 */
export function redactReplies<R extends RawReply>(replies: readonly R[], secrets: readonly string[]): R[] {
  const aliases = createAliases()
  return replies.map((reply) => {
    const body = withoutPreamble(reply.text)
    const preamble = reply.text.slice(0, reply.text.length - body.length)
    const redact = redactors[reply.command] ?? maskText
    return { ...reply, text: scrub(preamble + redact(body, aliases), aliases, secrets) }
  })
}

const redactors: Partial<Record<Opcode | 'login', (body: string, aliases: Aliases) => string>> = {
  // The words of a login are the game's own; the password is removed with the secrets.
  login: (body) => (/^[\w .]{0,60}\0*\s*$/.test(body) ? body : maskText(body)),
  playerlist: redactList,
  getplayerdata: (body, aliases) =>
    body
      .split('\n')
      .map((line) => redactRow(line, aliases))
      .join('\n'),
  serverdetails: redactDetails,
  getplayables: (body) =>
    body
      .split(',')
      .map((part) => (/^[\w\s:]*$/.test(part) ? part : maskText(part)))
      .join(','),
}

/** The third line has the names; the others should be ids. */
function redactList(body: string, aliases: Aliases): string {
  const lines = body.split('\n')
  const first = lines[0]?.startsWith('PlayerList') ? 1 : 0
  return lines
    .map((line, i) => {
      if (i < first) return line.replace(/(?<=^PlayerList).+/, maskText)
      return i === first + 1 ? aliases.nameOf(line) : redactIds(line, aliases)
    })
    .join('\n')
}

const redactIds = (line: string, aliases: Aliases) =>
  line
    .split(',')
    .map((part) => (playerId.test(part.trim()) ? aliases.idOf(part.trim()) : maskText(part)))
    .join(',')

function redactRow(line: string, aliases: Aliases): string {
  const nameStart = /^(?:PlayerData)?Name: ?/.exec(line)?.[0].length
  const nameEnd = line.lastIndexOf(', PlayerID:')
  if (nameStart === undefined || nameEnd < nameStart)
    return ['PlayerData', playerDataEnd].includes(line.trim()) ? line : maskText(line)
  const fields = splitOutsideBrackets(line.slice(nameEnd + 1)).map((field) => redactField(field, aliases))
  return `${line.slice(0, nameStart)}${aliases.nameOf(line.slice(nameStart, nameEnd))},${fields.join(',')}`
}

function redactField(field: string, aliases: Aliases): string {
  const [, before = '', key = '', value = ''] = /^(\s*(\w+):\s*)(.*)$/s.exec(field) ?? []
  if (key === '') return maskText(field)
  if (key === 'PlayerID') return before + aliases.idOf(value.trim())
  return before + (rowKeys.test(key) ? value : maskText(value))
}

function redactDetails(body: string): string {
  const type = body.startsWith('ServerDetails') ? 'ServerDetails' : ''
  const settings = withoutPassword(body.slice(type.length)).split(/(,\s+)(?=b?[A-Z]\w*:)/)
  return type + settings.map(redactSetting).join('')
}

function redactSetting(setting: string): string {
  const [, before = '', key = '', value = ''] = /^((\w+):\s*)(.*)$/s.exec(setting) ?? []
  if (key === '') return maskText(setting)
  if (key === 'ServerName') return `${before}Server | Name, redacted`
  return before + (detailKeys.has(key) ? value : maskText(value))
}

/** Replaces remaining ids and secrets, such as the login password in a reply. */
function scrub(text: string, aliases: Aliases, secrets: readonly string[]): string {
  const scrubbed = text.replaceAll(/(?<![0-9a-f])(?:\d{17}|[0-9a-f]{32})(?![0-9a-f])/gi, (id) =>
    aliases.isAlias(id) ? id : aliases.idOf(id),
  )
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((left, secret) => left.replaceAll(secret, 'redacted'), scrubbed)
}

/** Aliases of players: the same one for the same original throughout a capture. */
interface Aliases {
  idOf(id: string): string
  /** Each part between commas has its own alias, so that a name stays as ambiguous as it was. */
  nameOf(name: string): string
  isAlias(id: string): boolean
}

function createAliases(): Aliases {
  const ids = new Map<string, string>()
  const parts = new Map<string, string>()
  const issued = new Set<string>()

  const remember = (map: Map<string, string>, original: string, make: (number: number) => string) => {
    const alias = map.get(original) ?? make(map.size + 1)
    map.set(original, alias)
    return alias
  }
  const aliasOfPart = (part: string) => {
    const original = part.replaceAll('\0', '').trim()
    return original === ''
      ? part
      : part.replace(original, () => remember(parts, original, (n) => similarName(original, n)))
  }
  return {
    idOf(id) {
      const alias = remember(ids, id.toLowerCase(), (number) => idLike(id, number))
      issued.add(alias)
      return alias
    },
    nameOf: (name) => name.split(',').map(aliasOfPart).join(','),
    isAlias: (id) => issued.has(id),
  }
}

/** An id below the first one of Steam, or an EOS id with leading zeros: neither belongs to a player. */
const idLike = (id: string, number: number) =>
  id.length === 32 || !playerId.test(id)
    ? String(number).padStart(32, '0')
    : `765611900${String(number).padStart(8, '0')}`

/** A name with brackets and non-ASCII letters if the original had them, since those are harder to parse. */
function similarName(original: string, number: number): string {
  const letters = [...original].some((sign) => sign > '~') ? `Nämé${number}🦖` : `Name${number}`
  return /[[\]]/.test(original) ? `[${letters}` : letters
}

/** Words of the game without personal data. */
const harmless =
  /^(?:queue|status|position|players?|playerdata|playerlist|name|id|in|is|of|the|no|none|empty|null|true|false|on|off|enabled|disabled)$/i

/**
 * Masks a text that cannot be parsed: letters become x, long numbers nines. Known words, short numbers and punctuation stay.
 */
export const maskText = (text: string): string =>
  text.replaceAll(/[\p{L}\p{M}]+|\d{5,}|[^\p{ASCII}]/gu, (run) => {
    if (harmless.test(run)) return run
    return /^\d/.test(run) ? '9'.repeat(run.length) : run.replaceAll(/\p{Lu}/gu, 'X').replaceAll(/[^X]/gu, 'x')
  })

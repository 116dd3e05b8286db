import { species } from '../../../shared/features/world/species.ts'
import type { Opcode } from './channel.ts'
import { bareClass, splitOutsideBrackets, withoutPreamble } from './evrimaCommands.ts'
import { playerDataEnd, playerId } from './parsePlayers.ts'
import { detailKeys, joinPasswordOf, withoutPassword } from './parseServerDetails.ts'

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
  const passwords = [...secrets, ...replies.flatMap(({ text }) => joinPasswordOf(text) ?? [])]
  return replies.map((reply) => {
    const pieces = piecesOf(withoutSecrets(reply.text, passwords))
    const text = pieces.map((piece) => redactPiece(piece, pieces.length === 1 ? reply.command : 'unknown', aliases))
    return { ...reply, text: withoutIds(text.join(''), aliases) }
  })
}

/** What arrived after a request may also hold late replies to others: each begins with its type. */
const piecesOf = (text: string) => text.split(pieceStart)
const pieceStart =
  /(?=\[\d{4}\.[\d.:-]*\][ \t]*(?:PlayerList|PlayerData(?!End)|ServerDetails))|(?<!\][ \t]*)(?=PlayerList\r?\n|PlayerData(?:Name:|\r?\n)|ServerDetailsServer)/

/** @param command whose reply a piece is that does not say its type */
function redactPiece(piece: string, command: RawReply['command'] | 'unknown', aliases: Aliases): string {
  const body = withoutPreamble(piece)
  const type = typedPieces.find(([start]) => body.startsWith(start))?.[1] ?? command
  const redact = type === 'unknown' ? maskText : (redactors[type] ?? maskText)
  return piece.slice(0, piece.length - body.length) + redact(body, aliases)
}

const typedPieces = [
  ['PlayerList', 'playerlist'],
  ['PlayerData', 'getplayerdata'],
  ['ServerDetails', 'serverdetails'],
] as const

const redactors: Partial<Record<Opcode | 'login', (body: string, aliases: Aliases) => string>> = {
  login: (body) => maskWords(body, (word) => loginWords.test(word)),
  playerlist: redactList,
  getplayerdata: (body, aliases) =>
    body
      .split('\n')
      .map((line) => redactRow(line, aliases))
      .join('\n'),
  serverdetails: redactDetails,
  getplayables: (body) =>
    body.replaceAll(/\w+|[^\w\s]+/g, (part) => (Object.hasOwn(species, bareClass(part)) ? part : maskText(part))),
}

/** The words of a login that are the game's own. */
const loginWords = /^(?:password|accepted|incorrect|wrong|invalid|rejected|denied|refused|login|failed|ok)$/i

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

/** Replaces remaining ids. */
const withoutIds = (text: string, aliases: Aliases): string =>
  text.replaceAll(/(?<![0-9a-f])(?:\d{15,20}|[0-9a-f]{32})(?![0-9a-f])/gi, (id) =>
    aliases.isAlias(id) ? id : aliases.idOf(id),
  )

/** Replaces passwords wherever they are. A short one is replaced where it is a word, since it may be a part of many. */
const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => {
    if (secret.length > 3) return left.replaceAll(secret, 'redacted')
    return left.replaceAll(/[\p{L}\p{N}]+/gu, (word) => (word === secret ? 'redacted' : word))
  }, text)

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
  /^(?:queue|status|position|players?|playerdata|playerlist|playables|getplayables|updated|name|id|in|is|of|the|no|none|empty|null|true|false|on|off|enabled|disabled|redacted)$/i

/**
 * Masks a text that cannot be parsed: letters become x, long numbers nines. Known words, short numbers and punctuation stay.
 */
export const maskText = (text: string): string => maskWords(text, (word) => harmless.test(word))

const maskWords = (text: string, isKept: (word: string) => boolean): string =>
  text.replaceAll(/[\p{L}\p{M}]+|\d{4,}|[^\p{ASCII}]/gu, (run) => {
    if (isKept(run)) return run
    return /^\d/.test(run) ? '9'.repeat(run.length) : run.replaceAll(/\p{Lu}/gu, 'X').replaceAll(/[^X]/gu, 'x')
  })

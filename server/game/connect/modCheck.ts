import type { Clock } from '../../engine/clock.ts'
import { type BridgeAnswer, parseAnswer } from '../commandBridge/answers.ts'
import { openFiles } from '../commandBridge/fileTransport.ts'
import type { OpenTransport } from '../commandBridge/transport.ts'
import { lineOf, type VerbTable } from '../commandBridge/verbs.ts'
import { type Folder, FolderError, temporaryName } from '../files/folder.ts'
import type { FolderPlace } from '../files/openFolder.ts'
import { bad, type Findings, good, spanOf, warning } from './finding.ts'
import { findMissing, type OpenPlace, silentLog } from './placeCheck.ts'

interface FilesCheck {
  /** The mod's folder `Saved`. */
  readonly place: FolderPlace
  readonly verbs: VerbTable
  readonly clock: Clock
  /** Unguessable. */
  readonly id: string
  readonly limits?: PingLimits
}

interface PingLimits {
  /** Ms in which a mod that runs takes a command, and answers it. */
  readonly takeMs: number
  readonly answerMs: number
}

const usualLimits: PingLimits = { takeMs: 8_000, answerMs: 10_000 }
const lookEveryMs = { local: 250, sftp: 1_000, panel: 5_000 } as const

/** Finds the folder of a mod that reads files, writes to it, and asks the mod what it knows, beside a hub that may use it too. */
export async function checkModFiles(open: OpenPlace, check: FilesCheck): Promise<Findings> {
  const { place, verbs, clock, id, limits = usualLimits } = check
  const folder = open(place)
  const missing = await findMissing(open, place, '', modFolder)
  if (missing) return [missing]
  // The game has a folder Saved too, with its logs.
  if (!/[\\/]Mods[\\/]/i.test(place.path) && (await isOfGame(folder)))
    return [bad(`${place.path} is a folder of the game itself, not of the mod.`, modFolder)]
  if ((await folder.stat('Saved'))?.kind === 'folder')
    return [
      bad(`${place.path} holds the folder Saved, and the mod takes its commands there.`, `Give ${place.path}/Saved.`),
    ]
  const unwritable = await tryWriting(folder)
  if (unwritable) return [unwritable]
  const found = good('Its folder is there, and can be written.')
  const stuck = await folder.stat(commandsName)
  const everyMs = lookEveryMs[place.kind]
  const transport = openFiles({ folder, clock, log: silentLog, everyMs, isVisitor: true })
  return [found, ...pingFindings(await ping(transport, { clock, id, limits }), { verbs, stuck, now: clock.now() })]
}

const isOfGame = async (folder: Folder) => {
  for (const logs of ['Logs', 'Saved/Logs', 'TheIsle/Saved/Logs'])
    if ((await folder.stat(logs))?.kind === 'folder') return true
  return false
}

const commandsName = 'commands.ndjson'
const modFolder =
  "Give the mod's folder Saved: TheIsle/Binaries/Win64/ue4ss/Mods/CommandBridge/Saved, without ue4ss in older packages. The mod makes it when it starts."

async function tryWriting(folder: Folder) {
  const trial = temporaryName()
  try {
    await folder.writeIfAbsent(trial, Buffer.from('ok\n'))
    await folder.remove(trial)
    return null
  } catch (error) {
    if (!(error instanceof FolderError) || (error.code !== 'refused' && error.code !== 'failed')) throw error
    return bad(
      `${folder.name} is there, and the hub cannot write to it: ${error.message}`,
      'Give the user of the hub, or of the SFTP address, the right to make and remove files there.',
    )
  }
}

interface Pinged {
  /** Null: it was not taken. */
  readonly takenMs: number | null
  readonly answer: BridgeAnswer | null
  /** What kept it from being asked. */
  readonly why: string | null
}

interface PingOptions {
  readonly clock: Clock
  readonly id: string
  readonly limits: PingLimits
}

/** Asks the mod by `ping`, which changes nothing, and takes it back if the mod does not take it. */
async function ping(open: OpenTransport, { clock, id, limits }: PingOptions): Promise<Pinged> {
  const [taken, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun = clock.monotonic()
  const seen: { -readonly [Key in keyof Pinged]: Pinged[Key] } = { takenMs: null, answer: null, why: null }
  const within = async (ms: number, event: Promise<void>) => {
    const late = Promise.withResolvers<void>()
    const cancel = clock.after(ms, late.resolve)
    await Promise.race([event, late.promise])
    cancel()
  }
  const transport = open({
    answered(line) {
      const answer = parseAnswer(line)
      if (answer?.id !== id || answer.isPassedOn) return
      seen.answer = answer
      answered.resolve()
    },
    seen() {},
    failed(why) {
      seen.why = why
    },
  })
  transport.offer({
    id,
    line: lineOf({ verb: 'ping', steam: '', args: [] }, id, clock.now()),
    leaving() {},
    taken() {
      seen.takenMs ??= clock.monotonic() - begun
      taken.resolve()
    },
    notSent() {},
  })
  transport.expect(true)
  await within(limits.takeMs, Promise.race([taken.promise, answered.promise]))
  if (seen.takenMs !== null) await within(limits.answerMs, answered.promise)
  await transport.close()
  return seen
}

interface Judged {
  readonly verbs: VerbTable
  /** The file that was there before. */
  readonly stuck: { readonly modifiedAt: number } | null
  readonly now: number
}

function pingFindings({ takenMs, answer, why }: Pinged, { verbs, stuck, now }: Judged): Findings {
  if (answer)
    return [good(`The mod answered after ${((takenMs ?? 0) / 1_000).toFixed(1)} s.`), verbFinding(answer, verbs)]
  if (why) return [bad(`The mod cannot be asked: ${why}.`, null)]
  const old = stuck && now - stuck.modifiedAt > 60_000 ? spanOf(now - stuck.modifiedAt) : null
  if (takenMs === null)
    return [
      bad(
        `The mod takes no commands: ${commandsName} ${old ? `of ${old} ago is still there` : 'stayed where it was'}.`,
        'Is the game server running, and CommandBridge enabled (mods.txt, or enabled.txt in its folder)? In its config.json, inputMode must be "file". UE4SS.log says whether it was loaded.',
      ),
    ]
  return [
    warning(
      'The mod took the ping and did not answer it.',
      'Commands may work: what they did can be seen only in the game. Look for errors of CommandBridge in UE4SS.log.',
    ),
  ]
}

/** @returns which of the verbs the mod names, where it lists them */
function verbFinding({ verbs: known, text }: BridgeAnswer, table: VerbTable) {
  const wanted = Object.entries(table)
  if (!known)
    return good(
      `It does not list its verbs${text ? ` (it says "${text}")` : ''}. The hub tries those of MOD_BRIDGE_VERBS and the usual ones.`,
    )
  const lacking = wanted.filter(([, { verb }]) => !known.includes(verb))
  const has = wanted.filter(([, { verb }]) => known.includes(verb)).map(([kind]) => kind)
  const says = `It can ${has.length === 0 ? 'do nothing that the hub asks for' : has.join(', ')}.`
  if (lacking.length === 0) return good(says)
  const names = lacking.map(([kind, { verb }]) => `${kind} (${verb})`).join(', ')
  return warning(
    `${says} It does not know ${names}.`,
    `Those commands are left to other links, or to staff. If your mod has another word for one, name it in MOD_BRIDGE_VERBS. It knows ${known.join(', ')}.`,
  )
}

export interface Fetching {
  /** Address of the hub as the mod's config.json has it, without the secret path. */
  readonly hub: string
  /** Host of the game server. */
  readonly gameHost: string
  /** The file for the mod that the hub has written; null: no hub runs here. */
  readonly configFile: string | null
  /** Epoch ms of the last time the mod asked for commands; null: never. */
  readonly fetchedAt: number | null
  /** The same of its results. */
  readonly answeredAt: number | null
  /** Of the link to the mod; null: no hub runs here. */
  readonly link: { readonly name: string; readonly why: string | null } | null
  /** Epoch ms. */
  readonly now: number
}

/** What is known of a mod that fetches its commands: it comes to the hub, so that nothing can be tried from here. */
export function judgeFetching({ hub, gameHost, configFile, fetchedAt, answeredAt, link, now }: Fetching): Findings {
  const own = isThisMachine(new URL(hub).hostname)
  const unreachable =
    own && !isThisMachine(gameHost)
      ? [
          warning(
            `The mod is to fetch its commands from ${hub}, which only this machine can reach, and the game server is at ${gameHost}.`,
            'Set PUBLIC_URL to an address at which the game server reaches the hub.',
          ),
        ]
      : []
  if (!configFile && unreachable.length > 0) return unreachable
  if (!configFile)
    return [
      good(
        `The mod will fetch its commands from ${hub}.`,
        'Whether it does is shown on /connections once the hub runs.',
      ),
    ]
  if (fetchedAt === null)
    return [
      ...unreachable,
      bad(
        'The mod has not fetched any commands since the hub was started.',
        `Copy ${configFile} to the mod's folder Saved as config.json, and restart the game server. The mod must reach ${hub}.`,
      ),
    ]
  const age = now - fetchedAt
  if (age > 30_000)
    return [
      ...unreachable,
      bad(
        `The mod last fetched commands ${spanOf(age)} ago.`,
        'Is the game server running? Its log UE4SS.log says why the mod stopped.',
      ),
    ]
  if (answeredAt !== null && !link?.why) return [good(`The mod fetches its commands from ${hub}, and answers.`)]
  return [
    warning(
      `The mod fetches its commands from ${hub}, and has not answered${link?.why ? `: ${link.why}` : ' yet'}.`,
      'Check resultUrl in its config.json.',
    ),
  ]
}

const isThisMachine = (host: string) => /^(localhost|127\..*|\[?::1\]?|0\.0\.0\.0)$/.test(host)

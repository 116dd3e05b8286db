import { isDeepStrictEqual } from 'node:util'
import type { DocumentId } from '../../../shared/engine/document.ts'
import type { CommandId } from '../../../shared/engine/ids.ts'
import type { Answer } from '../../../shared/protocol/commandCall.ts'
import { createDocuments } from '../../engine/documents.ts'
import type { Entry } from '../../engine/entry.ts'
import type { Published } from '../../engine/hub.ts'
import { register } from '../../engine/registry.ts'
import { purse, sky, villageFeatures } from '../../testing/villageFeature.ts'
import type { Cluster, ClusterNode } from './openCluster.ts'

/** A command of a person, or an order, and all that was ever answered to it. */
export interface Deed {
  readonly actor: string
  /** Null for an order: it is known by whom it gave to. */
  readonly id: CommandId | null
  readonly to: string
  readonly answers: Answer[]
}

const { kinds } = register(villageFeatures)

/** Looks on while nodes go through whatever happens, and says what was broken of the promise. */
export function createClusterJudge({ place }: Pick<Cluster, 'place'>) {
  const broken: string[] = []
  const deeds: Deed[] = []
  const durable = createDurableVersions(place.journal)
  /** What the authority had shown of the journal when this many clouds were ordered. */
  const seqOfClouds = new Map<number, number>()

  const checkShown = ({ name, node, hub }: ClusterNode, shown: Map<DocumentId, number>, change: Published) => {
    const { id, version, patches } = change
    const isWhole = patches[0]?.path.length === 0
    if (!isWhole && version !== (shown.get(id) ?? version - 1) + 1)
      broken.push(`order: ${name} shows ${id} ${version} after ${shown.get(id)}`)
    shown.set(id, version)
    if (hub.memoryOf(id) === 'journaled' && version > durable(id))
      broken.push(`seen before durable: ${name} shows ${id} ${version}`)
    if (id === 'sky/' && node.seq() < (seqOfClouds.get(hub.read(sky).clouds) ?? 0))
      broken.push(`${name} shows clouds before the journal that they rest on`)
  }
  return {
    broken,
    deeds,
    seqOfClouds,
    watch(node: ClusterNode) {
      const shown = new Map<DocumentId, number>()
      let epoch = 0
      node.hub.onPublish((published) => {
        if (node.hub.epoch < epoch) broken.push(`${node.name} went back to an earlier epoch`)
        epoch = node.hub.epoch
        for (const change of published) checkShown(node, shown, change)
      })
    },
    answered(node: ClusterNode, deed: Deed, answer: Answer) {
      deed.answers.push(answer)
      // Who cannot reach the store for long tells the truth in the end without showing it.
      const canShow = node.node.state().connection.up
      if (answer.ok && canShow && node.node.seq() < answer.seq)
        broken.push(`${node.name} answered what it does not show yet`)
    },
    /** All is quiet: what is there must be what was promised. */
    conclude(nodes: readonly ClusterNode[]) {
      const journal = place.journal()
      broken.push(...checkJournal(journal), ...deeds.flatMap((deed) => checkDeed(deed, journal)))
      broken.push(...deeds.flatMap((deed) => checkRefused(deed, journal)), ...checkCopies(nodes, journal))
      return broken
    },
  }
}
export type ClusterJudge = ReturnType<typeof createClusterJudge>

/** The version of each document that is in the journal by now. */
function createDurableVersions(journal: () => readonly Entry[]) {
  const versions = new Map<DocumentId, number>()
  let read = 0
  return (id: DocumentId) => {
    for (const { changes } of journal().slice(read))
      for (const change of changes) versions.set(change.id, change.version)
    read = journal().length
    return versions.get(id) ?? 0
  }
}

const checkJournal = (journal: readonly Entry[]) =>
  journal.flatMap(({ seq, epoch }, place) => [
    ...(seq === place + 1 ? [] : [`the journal has ${seq} in place ${place + 1}`]),
    ...(epoch >= (journal[place - 1]?.epoch ?? 0) ? [] : [`entry ${seq} was appended under an old epoch`]),
  ])

const entriesOf = ({ actor, id, to }: Deed, journal: readonly Entry[]) =>
  journal.filter(
    (entry) =>
      !entry.refused &&
      (id ? entry.commandId === id : entry.actor === actor && (entry.input as { to?: string }).to === to),
  )

const wordsOf = ({ actor, to, answers }: Deed) =>
  `${actor} to ${to} (${answers.map((answer) => (answer.ok ? `ok ${answer.seq}` : answer.code)).join(', ')})`

/** What was refused, and done after all when it came once more by another way. */
const checkRefused = (deed: Deed, journal: readonly Entry[]) =>
  deed.answers.some((answer) => !answer.ok && answer.code !== 'fateUnknown') && entriesOf(deed, journal).length > 0
    ? [`refused and done: ${wordsOf(deed)}`]
    : []

function checkDeed(deed: Deed, journal: readonly Entry[]): readonly string[] {
  const { id, answers } = deed
  const entries = entriesOf(deed, journal)
  const what = wordsOf(deed)
  const [entry] = entries
  const wrong: string[] = []
  if (entries.length > 1) wrong.push(`done twice: ${what}`)
  for (const answer of answers) {
    if (answer.ok && !entry) wrong.push(`acknowledged and lost: ${what}`)
    if (answer.ok && id && entry && answer.seq !== entry.seq) wrong.push(`acknowledged as another: ${what}`)
  }
  return wrong
}

function checkCopies(nodes: readonly ClusterNode[], journal: readonly Entry[]): readonly string[] {
  const truth = createDocuments(kinds, { epoch: 1, documents: [], checkpointSeq: 0, entries: journal })
  const wrong: string[] = []
  let coins = 0
  for (const id of truth.ids()) {
    if (id.startsWith('purse/')) coins += purse.schema.parse(truth.durable(id)?.value).coins - 100
    for (const { name, hub } of nodes)
      if (!isDeepStrictEqual(hub.copy(id), truth.durable(id))) wrong.push(`diverged: ${name} in ${id}`)
  }
  if (coins !== 0) wrong.push(`${coins} coins were made`)
  const [first, ...others] = nodes
  for (const { name, hub } of others)
    if (!isDeepStrictEqual([hub.epoch, hub.copy('sky/')], [first?.hub.epoch, first?.hub.copy('sky/')]))
      wrong.push(`diverged: ${name} in what is live`)
  return wrong
}

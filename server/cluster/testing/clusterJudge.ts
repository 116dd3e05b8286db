import { isDeepStrictEqual } from 'node:util'
import type { DocumentId } from '../../../shared/engine/document.ts'
import type { CommandId } from '../../../shared/engine/ids.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'
import { createDocuments, createReplay } from '../../engine/documents.ts'
import type { Entry } from '../../engine/entry.ts'
import type { Published } from '../../engine/hub.ts'
import { register } from '../../engine/registry.ts'
import { purse, sampleFeatures, sky } from '../../testing/sampleFeature.ts'
import type { Cluster, ClusterNode } from './openCluster.ts'

/** A command that moves coins, and all answers to it. */
export interface Transfer {
  readonly actor: string
  /** Null for a command of the hub: it is recognized by its receiver. */
  readonly id: CommandId | null
  readonly to: string
  readonly answers: Answer[]
}

const { kinds } = register(sampleFeatures)

/** Observes the nodes and reports every broken guarantee. */
export function createClusterJudge({ place }: Pick<Cluster, 'place'>) {
  const broken: string[] = []
  const transfers: Transfer[] = []
  const durable = createDurableVersions(place.journal)
  /** The leader's position when a command set this many clouds. */
  const seqOfClouds = new Map<number, number>()

  const checkShown = ({ name, node, hub }: ClusterNode, shown: Map<DocumentId, number>, change: Published) => {
    const { id, version, patches } = change
    const isWhole = patches[0]?.path.length === 0
    if (!isWhole && version !== (shown.get(id) ?? version - 1) + 1)
      broken.push(`sequence: ${name} shows ${id} ${version} after ${shown.get(id)}`)
    shown.set(id, version)
    if (hub.memoryOf(id) === 'journaled' && version > durable(id))
      broken.push(`seen before durable: ${name} shows ${id} ${version}`)
    if (id === 'sky/' && node.seq() < (seqOfClouds.get(hub.read(sky).clouds) ?? 0))
      broken.push(`${name} shows clouds before the journal that they rest on`)
  }
  return {
    broken,
    transfers,
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
    answered(node: ClusterNode, transfer: Transfer, answer: Answer) {
      transfer.answers.push(answer)
      // A node that cannot reach the store for long answers in the end without showing the result.
      const canShow = node.node.state().connection.up
      if (answer.ok && canShow && node.node.seq() < answer.seq)
        broken.push(`${node.name} answered what it does not show yet`)
    },
    /** Checks the final state, after all faults have ended. */
    conclude(nodes: readonly ClusterNode[]) {
      const journal = place.journal()
      broken.push(...checkJournal(journal), ...transfers.flatMap((transfer) => checkTransfer(transfer, journal)))
      broken.push(...transfers.flatMap((transfer) => checkRefused(transfer, journal)), ...checkCopies(nodes, journal))
      return broken
    },
  }
}
export type ClusterJudge = ReturnType<typeof createClusterJudge>

/** The version of each document in the journal at present. */
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

const entriesOf = ({ actor, id, to }: Transfer, journal: readonly Entry[]) =>
  journal.filter(
    (entry) =>
      !entry.refused &&
      (id ? entry.commandId === id : entry.actor === actor && (entry.input as { to?: string }).to === to),
  )

const describe = ({ actor, to, answers }: Transfer) =>
  `${actor} to ${to} (${answers.map((answer) => (answer.ok ? `ok ${answer.seq}` : answer.code)).join(', ')})`

/** Commands that were refused and yet carried out when they were repeated on another node. */
const checkRefused = (transfer: Transfer, journal: readonly Entry[]) =>
  transfer.answers.some((answer) => !answer.ok && answer.code !== 'fateUnknown') &&
  entriesOf(transfer, journal).length > 0
    ? [`refused and done: ${describe(transfer)}`]
    : []

function checkTransfer(transfer: Transfer, journal: readonly Entry[]): readonly string[] {
  const { id, answers } = transfer
  const entries = entriesOf(transfer, journal)
  const what = describe(transfer)
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
  const replay = createReplay(kinds, [])
  replay.apply(journal)
  const truth = createDocuments(kinds, replay.finish())
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

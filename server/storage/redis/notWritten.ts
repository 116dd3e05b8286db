import { NotWritten } from '../../engine/storage.ts'
import type { Refused } from './answers.ts'
import { damaged, type Place } from './place.ts'

const GOES_ON =
  'Nothing of this was written, nothing written before is lost; the hub goes on by itself once that is mended.'

/** What Redis says when it will not write at all: the reason for us, and what is to be done. */
const words: Readonly<Record<string, readonly ['full' | 'refused', string]>> = {
  OOM: ['full', 'has no memory left: its maxmemory is reached. Raise that, or remove what else lies in it.'],
  READONLY: [
    'refused',
    'is a replica, which takes no writes. Name the master in REDIS_URL, or make this one the master.',
  ],
  NOREPLICAS: ['refused', 'has fewer replicas at hand than its min-replicas-to-write wants. Bring them back.'],
  MASTERDOWN: ['refused', 'is a replica that has lost its master. Bring that back, or name another one in REDIS_URL.'],
  LOADING: ['refused', 'is still loading what it keeps.'],
  BUSY: ['refused', 'is busy with a script of somebody else.'],
  CLUSTERDOWN: ['refused', 'is a cluster of which a part is missing. Bring that back.'],
  MOVED: ['refused', 'is a cluster, and these keys are on their way to another node of it.'],
  NOPERM: ['refused', 'does not let this user write. Give it all commands on the keys and channels of REDIS_PREFIX.'],
}

const misconf = (message: string): readonly ['full' | 'refused', string] =>
  /no space|AOF/i.test(message)
    ? ['full', `cannot write to its disk, and takes no writes until it can. It says: ${message}`]
    : ['refused', `takes no writes, because it cannot keep what it has. It says: ${message}`]

/** Null for what says nothing of the fate of a write. */
export const notWritten = (place: Place, { word, message }: Refused): Error | null => {
  if (word === 'WRONGTYPE') return damaged(place, 'holds a key of another type than the hub’s.')
  const [reason, said] = word === 'MISCONF' ? misconf(message) : (words[word] ?? [])
  return reason ? new NotWritten(reason, `${place.name} ${said} ${GOES_ON}`) : null
}

export const fenced = ({ name }: Place, holder: string) =>
  new NotWritten(
    'fenced',
    holder === ''
      ? `The lease in ${name} is not this node's any more. Nothing was written.`
      : `The lease in ${name} is held by node ${holder.slice(holder.indexOf(' ') + 1)}, as epoch ${holder.split(' ')[0]}. Nothing was written.`,
  )

import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { mainServer } from '../../shared/engine/ids.ts'
import { mapSettings } from '../../shared/features/mapSettings/mapSettings.ts'
import { mapSheet } from '../../shared/features/mapSheet/mapSheet.ts'
import { regionCounts } from '../../shared/features/regions/regionCounts.ts'
import { positionsStream, roster } from '../../shared/features/roster/roster.ts'
import { server } from '../../shared/features/server/server.ts'
import { startChild } from '../bench/fanOutChild.ts'
import { askLeave, type Leave } from './askLeave.ts'
import type { CrowdAnswers, CrowdWish } from './crowd.ts'
import { localNow } from './hubClock.ts'
import { keepSettings } from './keepSettings.ts'
import type { LoadWish } from './loadWish.ts'
import { createRamp } from './ramp.ts'
import { type Told, together } from './told.ts'

/** One look at all processes of viewers. */
export interface Moment {
  /** Since the beginning, s. */
  readonly at: number
  /** Since the look before, s. */
  readonly seconds: number
  readonly phase: 'coming' | 'all there'
  readonly told: Told
}

export interface Load {
  readonly community: string
  readonly beganAt: number
  readonly moments: readonly Moment[]
}

export interface LoadListener {
  readonly stop: AbortSignal
  readonly onMoment?: (moment: Moment) => void
}

const viewersEach = 2_000
const tickMs = 250
const momentMs = 1_000
const everybodys = [server, mapSheet, regionCounts].map(({ kind }) => `${kind}/${mainServer}`)
const places = positionsStream(mainServer)

type Crowd = ReturnType<typeof startChild<CrowdAnswers>>

/** @throws NoLeave, or an error that says why the hub is out of reach */
export async function runLoad(wish: LoadWish, listener: LoadListener): Promise<Load> {
  const { community, player } = await askLeave(wish)
  const giveBack = player && wish.commandEverySeconds > 0 ? await keepSettings(wish.url, player) : null
  const processes = Math.min(availableParallelism(), Math.ceil((wish.viewers + wish.players) / viewersEach))
  const crowds = Array.from({ length: processes }, () =>
    startChild<CrowdAnswers>(new URL('./crowd.ts', import.meta.url)),
  )
  const beganAt = localNow()
  try {
    const crowdWish = crowdWishOf(wish, player, beganAt)
    await Promise.all(crowds.map((crowd) => crowd.ask('begin', crowdWish)))
    const moments = await keepUp(wish, crowds, listener)
    await Promise.all(crowds.map((crowd) => crowd.ask('leave')))
    return { community, beganAt, moments }
  } finally {
    for (const crowd of crowds) crowd.end()
    await giveBack?.()
  }
}

function crowdWishOf(wish: LoadWish, player: Leave['player'], stampedFrom: number): CrowdWish {
  const { url, commandEverySeconds, playersSee } = wish
  const own = player ? [`${mapSettings.kind}/${player.account}`] : []
  // Thousands who see the places alone share one account: each command would be told to all of them.
  const staffs = playersSee === 'map' ? [`${roster.kind}/${mainServer}`, ...own] : []
  return {
    ...{ url, stampedFrom, commandEveryMs: commandEverySeconds * 1_000 },
    viewers: { headers: { origin: url }, watch: everybodys, stream: null },
    players: {
      headers: { origin: url, ...player?.headers },
      watch: [...everybodys, ...staffs, places],
      stream: places,
    },
  }
}

/** They come, and stay for their time. */
async function keepUp(wish: LoadWish, crowds: readonly Crowd[], { stop, onMoment }: LoadListener) {
  const moments: Moment[] = []
  const ramp = createRamp(wish)
  const beganAt = performance.now()
  let allThereAt: number | null = null
  let toldAt = beganAt
  const isOver = () => allThereAt !== null && performance.now() - allThereAt >= wish.seconds * 1_000
  const tell = async () => {
    const told = together(await Promise.all(crowds.map((crowd) => crowd.ask('take'))))
    const at = (performance.now() - beganAt) / 1_000
    const phase = allThereAt === null ? 'coming' : 'all there'
    const moment: Moment = { at, seconds: at - (moments.at(-1)?.at ?? 0), phase, told }
    moments.push(moment)
    onMoment?.(moment)
    ramp.heard(told)
  }
  while (!isOver() && !stop.aborted) {
    await sleep(tickMs)
    const now = performance.now()
    if (allThereAt === null) {
      const full = (await Promise.all(crowds.map((crowd) => crowd.ask('isHouseFull')))).some(Boolean)
      if (full || ramp.isOver(now - beganAt)) {
        allThereAt = now
        await Promise.all(crowds.map((crowd) => crowd.ask('giving', true)))
      } else await grow(crowds, ramp.due(now - beganAt))
    }
    if (now - toldAt >= momentMs) {
      toldAt = now
      await tell()
    }
  }
  await Promise.all(crowds.map((crowd) => crowd.ask('giving', false)))
  await tell()
  return moments
}

const grow = (crowds: readonly Crowd[], due: { readonly viewers: number; readonly players: number }) =>
  Promise.all(
    crowds.map((crowd, at) => {
      const share = (count: number) => Math.floor((count + at) / crowds.length)
      return crowd.ask('grow', { viewers: share(due.viewers), players: share(due.players) })
    }),
  )

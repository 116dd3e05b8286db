// Commands over sockets, acknowledged when they are on the disk, and what stock Socket.IO reaches with the same clients.
import { evenRequests, runLoad } from './economy/load.ts'
import { openEcho, openWhole } from './economy/sockets.ts'
import { alternate, type BenchSize, judgedBy, percentile, type Row, shown } from './measure.ts'

const wholePlayers = 2_000
const wholePasses = 7
/** A wallet and an inventory have room for those of all passes. */
const wholeRequests = 5_000
const inFlight = 128
const leastASecond = 24_000

/** J3 over sockets: purchases, each by another player, 128 in flight. */
export async function socketRateRows({
  passes = wholePasses,
  viewers: players = wholePlayers,
  commands,
}: BenchSize = {}): Promise<Row[]> {
  const requests = commands === undefined ? wholeRequests : commands * inFlight
  const [hub, echo] = [await openWhole(players), await openEcho(players)]
  const p99s: number[] = []
  let [pass, refused] = [0, 0]
  try {
    const rates = await alternate(passes, {
      hub: async () => {
        pass += 1
        const load = await runLoad(hub.buy, evenRequests(pass, requests, players), inFlight)
        refused += load.refused
        p99s.push(percentile(load.taken, 0.99))
        return load.made / load.seconds
      },
      echo: async () => {
        const load = await runLoad(echo.buy, evenRequests(pass, requests, players), inFlight)
        return load.taken.length / load.seconds
      },
    })
    const against = `${leastASecond} a second`
    return [
      {
        measure: `J3 acknowledged purchases a second over sockets, durable, ${inFlight} in flight`,
        against,
        ...judgedBy(`at least ${against}`, rates.hub / leastASecond, rates.hub >= leastASecond),
        note: `${Math.round(rates.hub)}/s, ${refused} refused; p99 ${Math.round(percentile(p99s, 0.5))} ms`,
      },
      {
        measure: 'J3 answers a second of stock Socket.IO that only acknowledges, to the same clients',
        against,
        ...shown(rates.echo / leastASecond),
        note: `${Math.round(rates.echo)}/s`,
      },
    ]
  } finally {
    for (const { close } of [hub, echo]) await close()
  }
}

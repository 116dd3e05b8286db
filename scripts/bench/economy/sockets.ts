import { freshId } from '../../../server/testing/principals.ts'
import { setFriendSettings } from '../../../shared/features/friends/commands.ts'
import { startChild } from '../childProcess.ts'
import { callOf, isSold } from './hub.ts'
import { openLightSocket } from './lightSocket.ts'
import { type Buy, ownCpu, type Purchase } from './load.ts'
import type { Postgres } from './postgres.ts'
import { makeShop, type PostgresWay } from './postgresShop.ts'
import type { EconomyAnswers } from './server.ts'
import type { StockAnswers } from './stockServer.ts'

// Shops in processes of their own, asked over sockets by the same clients with the same messages.

/** The whole product. Each player has a session and a socket of its own. */
export async function openWhole(players: number) {
  const child = startChild<EconomyAnswers>(new URL('./server.ts', import.meta.url))
  const { port, cookies } = await child.ask('open', players)
  const crowd = await openCrowd(port, cookies, '42["hello"')
  let kept: ReturnType<typeof close> | null = null
  async function close() {
    crowd.leave()
    const books = await child.ask('close', players)
    child.end()
    return books
  }
  /** The books are read when the hub has stopped. */
  const books = () => {
    kept ??= close()
    return kept
  }
  return {
    buy: crowd.buy,
    set: crowd.set,
    cpu: () => child.ask('cpu'),
    clientCpu: ownCpu,
    books,
    close: async () => void (await books()),
  }
}

/** The shop over Postgres, behind stock Fastify and Socket.IO. */
export async function openStock(postgres: Postgres, way: PostgresWay, players: number, poolSize: number) {
  const database = `stock_${way}`
  const shop = await makeShop(postgres, database, players)
  const child = startStock()
  const port = await child.ask('openShop', postgres.address, database, way, poolSize)
  const crowd = await openCrowd(port, sessionCookies(players), '40')
  return {
    buy: crowd.buy,
    cpu: async () => (await child.ask('cpu')) + postgres.cpu(),
    clientCpu: ownCpu,
    books: shop.books,
    async close() {
      crowd.leave()
      await child.ask('close')
      child.end()
      await shop.close()
    },
  }
}

/** Stock Socket.IO that only acknowledges: the most that a shop over these sockets could do. */
export const openEcho = (players: number) => openBare(players, (child) => child.ask('openEcho'), false)

/** The least durable shop behind stock Socket.IO. @param tellsPage whether the buyer's page receives what was bought */
export const openLeast = (players: number, purchasesInCommit: number, tellsPage: boolean) =>
  openBare(players, (child) => child.ask('openLeast', players, purchasesInCommit, tellsPage), true)

const startStock = () => startChild<StockAnswers>(new URL('./stockServer.ts', import.meta.url))

async function openBare(
  players: number,
  open: (child: ReturnType<typeof startStock>) => Promise<number>,
  keepsBooks: boolean,
) {
  const child = startStock()
  const port = await open(child)
  const crowd = await openCrowd(port, sessionCookies(players), '40')
  return {
    buy: crowd.buy,
    cpu: () => child.ask('cpu'),
    clientCpu: ownCpu,
    books: keepsBooks ? () => child.ask('books') : null,
    async close() {
      crowd.leave()
      await child.ask('close')
      child.end()
    },
  }
}

const sessionCookies = (players: number) => Array.from({ length: players }, (_, player) => `session=token-${player}`)

/** One socket for each cookie. @param admitted how the message begins that says that a socket is admitted */
async function openCrowd(port: number, cookies: readonly string[], admitted: string) {
  const waiting = new Map<string, (answer: string) => void>()
  const open = (player: number, cookie: string) =>
    new Promise<ReturnType<typeof openLightSocket>>((resolve, reject) => {
      const socket = openLightSocket({
        port,
        cookie,
        hear(text) {
          if (text.startsWith('43')) return answered(text)
          if (text.startsWith(admitted)) resolve(socket)
        },
        closed: () => reject(new Error(`The socket of player ${player} was closed.`)),
      })
    })
  const answered = (text: string) => {
    const head = text.indexOf('[')
    const call = text.slice(2, head)
    waiting.get(call)?.(text.slice(head + 1, -1))
    waiting.delete(call)
  }
  const sockets: ReturnType<typeof openLightSocket>[] = []
  for (const [player, cookie] of cookies.entries()) sockets.push(await open(player, cookie))
  let calls = 0
  const ask = (player: number, asked: object) => {
    calls += 1
    const call = `${calls}`
    return new Promise<string>((resolve) => {
      waiting.set(call, resolve)
      sockets[player]?.send(`42${call}["command",${JSON.stringify(asked)}]`)
    })
  }
  const buy: Buy = async (purchase) => {
    const answer = await ask(purchase.player, callOf(purchase))
    return answer.startsWith('{"ok":true') || isSold(JSON.parse(answer))
  }
  return {
    buy,
    /** A small durable command of the product, in place of a purchase by the same player. */
    async set({ player }: Purchase) {
      const input = { showsStatus: calls % 2 === 0 }
      const answer = await ask(player, { id: freshId(Date.now()), name: setFriendSettings.name, input })
      if (!answer.startsWith('{"ok":true')) throw new Error(`A command of the bench was refused: ${answer}`)
      return true
    },
    leave() {
      for (const { cut } of sockets) cut()
    },
  }
}

import { type BenchClient, openBenchClient } from '../benchClient.ts'
import { startChild } from '../childProcess.ts'
import { callOf, isSold } from './hub.ts'
import type { Buy } from './load.ts'
import type { EconomyAnswers } from './server.ts'

/** The whole product in another process. Each player has a session and a socket of its own. */
export async function openWhole(players: number) {
  const child = startChild<EconomyAnswers>(new URL('./server.ts', import.meta.url))
  const { port, cookies } = await child.ask('open', players)
  const waiting = new Map<string, (text: string) => void>()
  const clients: BenchClient[] = []
  for (const [player, cookie] of cookies.entries()) clients.push(await openPlayer(port, player, cookie, waiting))
  let asked = 0
  const buy: Buy = async (purchase) => {
    asked += 1
    const number = asked
    const text = await new Promise<string>((resolve) => {
      waiting.set(`43${number}`, resolve)
      clients[purchase.player]?.send(`42${number}["command",${JSON.stringify(callOf(purchase))}]`)
    })
    return isSold(JSON.parse(text.slice(text.indexOf('[')))[0])
  }
  let kept: ReturnType<typeof close> | null = null
  async function close() {
    for (const client of clients) client.cut()
    const books = await child.ask('close', players)
    child.end()
    return books
  }
  /** The books are read when the hub has stopped. */
  const books = () => {
    kept ??= close()
    return kept
  }
  return { buy, cpu: () => child.ask('cpu'), books, close: async () => void (await books()) }
}

async function openPlayer(port: number, player: number, cookie: string, waiting: Map<string, (text: string) => void>) {
  const admitted = Promise.withResolvers<void>()
  const client = openBenchClient({
    port,
    headers: { cookie, origin: `http://127.0.0.1:${port}` },
    hear(text) {
      if (text.startsWith('42["hello"')) admitted.resolve()
      if (!text.startsWith('43')) return
      const name = text.slice(0, text.indexOf('['))
      waiting.get(name)?.(text)
      waiting.delete(name)
    },
    closed: () => admitted.reject(new Error(`The socket of player ${player} was closed.`)),
  })
  await admitted.promise
  return client
}

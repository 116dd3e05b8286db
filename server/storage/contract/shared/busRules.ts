import { expect, test } from 'vitest'
import type { Bus } from '../../../engine/storage.ts'
import type { SharedPlaceOf } from '../place.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const listen = (bus: Bus, topic: string) => {
  const received: string[] = []
  const stop = bus.listen(topic, (message, from) => received.push(`${from} ${new TextDecoder().decode(message)}`))
  return { received, stop }
}

const nodesOf = async (place: SharedPlaceOf, count: number) => {
  const opened = await Promise.all(Array.from({ length: count }, () => place().node()))
  return opened.map(({ storage: { bus } }) => bus)
}
/** Until messages arrive: a subscription takes a moment. */
const reach = (place: SharedPlaceOf, sender: Bus, received: readonly (readonly string[])[]) =>
  place().until(() => {
    sender.send('live', bytes('hello'))
    return received.every((messages) => messages.length > 0)
  })

/** Delivery. */
const arrivalRules = (place: SharedPlaceOf) => {
  test('[SH15] a message is delivered to all other nodes that listen to its topic, in the order of the sender, and not to the sender', async () => {
    const [a, b, c] = (await nodesOf(place, 3)) as [Bus, Bus, Bus]
    const own = listen(a, 'live')
    const [first, second, other] = [listen(b, 'live'), listen(c, 'live'), listen(c, 'readings')]
    await reach(place, a, [first.received, second.received])
    const sent = Array.from({ length: 200 }, (_, at) => String(at))
    for (const text of sent) a.send('live', bytes(text))
    await place().until(() => [first, second].every(({ received }) => received.at(-1) === `${a.node} 199`))
    for (const { received } of [first, second])
      expect(received.filter((text) => !text.endsWith('hello'))).toEqual(sent.map((text) => `${a.node} ${text}`))
    expect([own.received, other.received]).toEqual([[], []])
  })

  test('[SH16] any bytes are delivered unchanged, also none, and a topic may name a node', async () => {
    const [a, b] = (await nodesOf(place, 2)) as [Bus, Bus]
    const came: Uint8Array[] = []
    b.listen(`answers.${b.node}`, (message) => came.push(message))
    const strange = [
      Uint8Array.from({ length: 256 }, (_, at) => at),
      new Uint8Array(0),
      bytes('\n\0🦖'),
      new Uint8Array(300_000),
    ]
    await place().until(() => {
      if (came.length === 0) a.send(`answers.${b.node}`, bytes('hello'))
      return came.length > 0
    })
    for (const message of strange) a.send(`answers.${b.node}`, message)
    await place().until(() => came.at(-1)?.length === 300_000)
    expect(came.slice(-4).map((message) => Buffer.from(message))).toEqual(
      strange.map((message) => Buffer.from(message)),
    )
  })
}

/** The end of subscriptions and connections. */
const endRules = (place: SharedPlaceOf) => {
  test('[SH17] a stopped listener gets nothing, and another listener of the same node still does', async () => {
    const [a, b] = (await nodesOf(place, 2)) as [Bus, Bus]
    const [gone, stays] = [listen(b, 'live'), listen(b, 'live')]
    await reach(place, a, [gone.received, stays.received])
    gone.stop()
    const before = gone.received.length
    a.send('live', bytes('later'))
    await place().until(() => stays.received.at(-1) === `${a.node} later`)
    expect(gone.received).toHaveLength(before)
    stays.stop()
    const again = listen(b, 'live')
    await reach(place, a, [again.received])
  })

  test('[SH18] a lost connection is reported as a gap, and then messages arrive again', async () => {
    const [a, b] = [await place().node(), await place().node()]
    const { received } = listen(b.storage.bus, 'live')
    await reach(place, a.storage.bus, [received])
    let gaps = 0
    b.storage.bus.onGap(() => {
      gaps += 1
    })
    b.drop()
    await place().until(() => gaps === 1)
    received.length = 0
    a.storage.bus.send('live', bytes('after'))
    await place().until(() => received.includes(`${a.storage.bus.node} after`))
  })
}

/** Messages between nodes, which are not stored. */
export const busRules = (place: SharedPlaceOf) => {
  arrivalRules(place)
  endRules(place)
}

interface Back {
  readonly host: string
  readonly port: number
}

/** `mute`: it does not answer at all. */
type Standing = 'ready' | 'unready' | 'mute'

async function ask({ host, port }: Back, withinMs: number): Promise<Standing> {
  try {
    const { ok } = await fetch(`http://${host}:${port}/health`, { signal: AbortSignal.timeout(withinMs) })
    return ok ? 'ready' : 'unready'
  } catch {
    return 'mute'
  }
}

/** Asks the nodes of /health again and again how they are. */
export function createReadiness<B extends Back>(backs: readonly B[], everyMs: number) {
  const standings = new Map<B, Standing>(backs.map((back) => [back, 'mute']))
  const look = (back: B) => ask(back, Math.max(everyMs, 1_000)).then((standing) => standings.set(back, standing))
  const lookAtAll = () => void Promise.all(backs.map(look))
  const timer = setInterval(lookAtAll, everyMs)
  lookAtAll()
  return {
    /** Those that are ready; if none is, those that answer at all; and otherwise each may have come back meanwhile. */
    best(): readonly B[] {
      for (const standing of ['ready', 'unready'] as const) {
        const those = backs.filter((back) => standings.get(back) === standing)
        if (those.length > 0) return those
      }
      return backs
    },
    close: () => clearInterval(timer),
  }
}

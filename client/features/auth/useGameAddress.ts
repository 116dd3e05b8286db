import { useCallback, useEffect, useState } from 'react'
import { type GameAddress, gameAddressIn } from './gameAddress.ts'

/** Where the game is joined: asked when mounted, and again by `ask`. */
export function useGameAddress() {
  const [game, setGame] = useState<GameAddress>({ state: 'loading' })
  const ask = useCallback(async () => {
    setGame({ state: 'loading' })
    const answer = await fetch('/api/server/status', { credentials: 'same-origin' })
      .then((response) => response.json())
      .catch(() => null)
    setGame(gameAddressIn(answer))
  }, [])
  useEffect(() => void ask(), [ask])
  return { game, ask }
}

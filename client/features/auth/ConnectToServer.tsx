import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { ActionLink } from '../session/ActionLink.tsx'
import styles from './AuthScreen.module.css'
import { connectAddress } from './gameAddress.ts'
import type { Standing } from './standing.ts'
import { useGameAddress } from './useGameAddress.ts'

const name = 'Connect to server'

/** The way into the game, open to whoever is known by both accounts. */
export function ConnectToServer({ standing }: { readonly standing: Standing }) {
  return (
    <section className={styles.connect} aria-label={name}>
      {standing === 'fully-connected' || standing === 'live' ? <Way /> : <Closed why={bothFirst} />}
    </section>
  )
}

const bothFirst = 'Please authenticate with both Steam and Discord before connecting to The Isle server!'

function Way() {
  const { game, ask } = useGameAddress()
  if (game.state === 'loading') return <Closed why="Asking where the game is joined …" />
  if (game.state === 'untold')
    return (
      <Closed why="The owner of this hub has not told where the game is joined. Look for it in the game's own list." />
    )
  if (game.state === 'unanswered')
    return (
      <>
        <Closed why="The hub did not say where the game is joined." />
        <Button onClick={() => void ask()}>Ask again</Button>
      </>
    )
  return (
    <>
      <ActionLink away tone="main" href={connectAddress(game.address)}>
        <Stroke>
          <path d="M4 10h11M11 5.5 15.5 10 11 14.5" />
        </Stroke>
        {name}
      </ActionLink>
      <p className={styles.why}>
        Opens Steam and joins <code>{game.address}</code>.
      </p>
    </>
  )
}

function Closed({ why }: { readonly why: string }) {
  const id = useId()
  return (
    <>
      <Button tone="main" disabled aria-describedby={id}>
        {name}
      </Button>
      <p id={id} className={styles.why}>
        {why}
      </p>
    </>
  )
}

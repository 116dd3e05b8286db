import styles from './StandingLine.module.css'
import { type Standing, standings } from './standing.ts'

const words: Readonly<Record<Standing, string>> = {
  disconnected: 'Neither Steam nor Discord is connected.',
  'partially-connected': 'One of two is connected. The game is joined with both.',
  'fully-connected': 'Steam and Discord are connected. You can join the game.',
  live: 'Both are connected, and you are on the island now.',
}

/** How far somebody has got, as stations on a way. Said in words, and drawn. */
export function StandingLine({ standing }: { readonly standing: Standing }) {
  const reached = standings.indexOf(standing)
  return (
    <section className={styles.standing} aria-label="Connection status">
      <p className={styles.name} role="status" data-testid="standing">
        {standing}
      </p>
      <p className={styles.words}>{words[standing]}</p>
      <ol className={styles.way} aria-hidden="true">
        {standings.map((station, index) => (
          <li key={station} data-reached={index <= reached || undefined} data-here={index === reached || undefined}>
            <span>{station}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

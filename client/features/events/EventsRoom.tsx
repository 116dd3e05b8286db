import { useRootMark } from '../../ui/rootMark.ts'
import styles from './EventsRoom.module.css'

/** The room of the events below every page until their code is here: a map would move under the finger when they come. */
export function EventsRoom() {
  useRootMark('hasEvents')
  return (
    <div className={styles.area}>
      <div className={styles.bar} />
    </div>
  )
}

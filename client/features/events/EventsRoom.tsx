import { screenOf } from '../../shell/screenCode.ts'
import { useRootMark } from '../../ui/rootMark.ts'
import type { EventsPanelProps } from './EventsPanel.tsx'
import styles from './EventsRoom.module.css'

/** What the bar of events opens to: fetched with the screens, so that it opens at once. */
export const eventsPanelCode = screenOf<EventsPanelProps>(() =>
  import('./EventsPanel.tsx').then(({ EventsPanel }) => EventsPanel),
)

/** The room of the events below every page until their code is here: a map would move under the finger when they come. */
export function EventsRoom() {
  useRootMark('hasEvents')
  return (
    <div className={styles.area}>
      <div className={styles.bar} />
    </div>
  )
}

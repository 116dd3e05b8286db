import { timeOf } from '../../ui/durations.ts'
import styles from './PlayerPicker.module.css'
import { useAlsoPicked } from './useAlsoPicked.ts'

const inOrder = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Says when others of the staff have the same player picked, before anybody gives a command. */
export function AlsoPicked({ player }: { readonly player: string | null }) {
  const words = useAlsoPicked(player).map(({ name, since }) => `${name} (since ${timeOf(since)})`)
  return (
    <p className={styles.also} role="status">
      {words.length > 0 ? `Also picked by ${inOrder.format(words)}.` : ''}
    </p>
  )
}

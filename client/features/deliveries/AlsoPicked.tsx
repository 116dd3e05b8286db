import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from './PlayerPicker.module.css'
import { useAlsoPicked } from './useAlsoPicked.ts'

const tickMs = 10_000
const inOrder = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Says when others of the staff have the same player picked, before anybody gives a command. */
export function AlsoPicked({ player }: { readonly player: string | null }) {
  const others = useAlsoPicked(player)
  const now = useNow(tickMs)
  const words = others.map(({ name, since }) => `${name} (for ${lengthOf(Math.max(0, now - since))})`)
  return (
    <p className={styles.also} role="status">
      {words.length > 0 ? `${inOrder.format(words)} ${words.length === 1 ? 'has' : 'have'} them picked too.` : ''}
    </p>
  )
}

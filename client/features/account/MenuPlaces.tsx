import { Link } from 'wouter'
import styles from './AccountBlock.module.css'

export interface MenuPlace {
  readonly path: string
  readonly name: string
}

interface MenuPlacesProps {
  readonly places: readonly MenuPlace[]
  readonly onGo: () => void
}

/** Links to pages, in the account menu and in the sign-in menu. */
export const MenuPlaces = ({ places, onGo }: MenuPlacesProps) => (
  <ul className={styles.actions}>
    {places.map(({ path, name }) => (
      <li key={path}>
        <Link href={path} className={styles.act} onClick={onGo}>
          {name}
        </Link>
      </li>
    ))}
  </ul>
)

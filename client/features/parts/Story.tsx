import { createContext, type ReactNode, useContext, useId } from 'react'
import { applyTheme } from '../../themes/themeAtom.ts'
import { type Theme, themeNames } from '../../themes/themes.ts'
import styles from './Story.module.css'

/** The themes in which stories are drawn; null: in that of the page. */
export const StoryThemes = createContext<readonly Theme[] | null>(null)

export const allThemes: readonly Theme[] = themeNames

interface StoryProps {
  /** The name of the part. */
  readonly part: string
  /** What is shown of it. */
  readonly about: string
  /** As wide as the page even where four themes are shown. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** One part in its states, in each of the chosen themes. */
export function Story({ part, about, wide = false, children }: StoryProps) {
  const themes = useContext(StoryThemes)
  const id = useId()
  return (
    <section className={styles.story} aria-labelledby={id} data-part={part}>
      <h2 id={id} className={styles.part}>
        {part}
      </h2>
      <p className={styles.about}>{about}</p>
      {themes === null ? (
        <div className={styles.sample}>{children}</div>
      ) : (
        <div className={styles.themes} data-wide={wide || undefined}>
          {themes.map((theme) => (
            <ThemeScope key={theme} theme={theme}>
              {children}
            </ThemeScope>
          ))}
        </div>
      )}
    </section>
  )
}

const ThemeScope = ({ theme, children }: { readonly theme: Theme; readonly children: ReactNode }) => (
  <div ref={(scope) => void (scope && applyTheme(theme, scope))} className={styles.scope}>
    <p className={styles.theme}>{theme}</p>
    {children}
  </div>
)

/** Samples side by side. */
export const Row = ({ children }: { readonly children: ReactNode }) => <div className={styles.row}>{children}</div>

/** Parts with notes below them, side by side in columns of one width. */
export const Columns = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.columns}>{children}</div>
)

/** A sample with the name of its state. */
export const Sample = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.named}>
    <p className={styles.state}>{name}</p>
    {children}
  </div>
)

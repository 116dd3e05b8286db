import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { connectionAtom, hubAwayText } from '../../connection/connectionState.ts'
import { type ScreenCode, screenOf } from '../../shell/screenCode.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './AccountBlock.module.css'
import type { AccountPanelProps } from './AccountPanel.tsx'
import type { SignInPanelProps } from './SignInPanel.tsx'

export const signInPanelCode = screenOf<SignInPanelProps>(() =>
  import('./SignInPanel.tsx').then(({ SignInPanel }) => SignInPanel),
)
export const accountPanelCode = screenOf<AccountPanelProps>(() =>
  import('./AccountPanel.tsx').then(({ AccountPanel }) => AccountPanel),
)
/** Fetched with the screens, so that the menus open at once, even while the hub is away. */
export const menuPanelCodes = [signInPanelCode, accountPanelCode]

interface MenuPanelProps<Props> {
  readonly code: ScreenCode<Props>
  readonly given: Props
}

/** What a menu opens to. Its code is fetched first if need be: not while the hub is away, since a browser keeps the failure. */
export function MenuPanel<Props extends object>({ code, given }: MenuPanelProps<Props>) {
  const [Panel, setPanel] = useState(() => code.loaded())
  const [hasFailed, setFailed] = useState(false)
  const isLive = useAtomValue(connectionAtom).name === 'live'
  useEffect(() => {
    if (!Panel && isLive)
      code.load().then(
        (loaded) => setPanel(() => loaded),
        () => setFailed(true),
      )
  }, [code, Panel, isLive])
  if (Panel) return <Panel {...given} />
  if (hasFailed)
    return (
      <div className={styles.unloaded}>
        <p>This menu did not load.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    )
  return <p className={styles.lead}>{isLive ? 'Loading…' : hubAwayText}</p>
}

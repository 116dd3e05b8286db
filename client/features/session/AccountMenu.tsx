import { useState } from 'react'
import { Link } from 'wouter'
import { type Account, account, connectionStatusOf } from '../../../shared/features/account/account.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import type { Me } from '../../connection/meAtom.ts'
import { signOut } from '../../connection/session.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './AccountBlock.module.css'
import { Avatar } from './Avatar.tsx'
import { LogOutEverywhere } from './LogOutEverywhere.tsx'
import { RoleBadge } from './RoleBadge.tsx'
import { SwitchAccount } from './SwitchAccount.tsx'
import { statusWords } from './statusWords.ts'
import { useSessionChange } from './useSessionChange.ts'

type You = NonNullable<Me['you']>

/** Who one is, and what one does about it: in the head of every page. */
export function AccountMenu({ you }: { readonly you: You }) {
  const own = useDocument(account, you.id).value
  const connection = useConnection()
  const { busy, problem, start } = useSessionChange()
  const [asksEverywhere, askEverywhere] = useState(false)
  const picture = own?.[own.active]?.avatar ?? ''
  return (
    <div className={styles.account}>
      <Disclosure title="Account" face={<Face you={you} picture={picture} busy={busy} />}>
        {(close) => (
          <>
            <Lead you={you} own={own} />
            <ul className={styles.acts}>
              <Way href="/profile" name="Profile" onGo={close} />
              <Way href="/account" name="Sessions and tokens" onGo={close} />
            </ul>
            {own ? <SwitchAccount own={own} /> : null}
            <ul className={styles.acts}>
              <Act disabled={busy !== null} onClick={() => void start('Logging out', () => signOut(connection))}>
                {busy ?? 'Log out'}
              </Act>
              <Act
                onClick={() => {
                  close()
                  askEverywhere(true)
                }}
              >
                Log out everywhere
              </Act>
            </ul>
          </>
        )}
      </Disclosure>
      {problem ? (
        <div className={styles.problem}>
          <Problem>{problem}</Problem>
        </div>
      ) : null}
      {asksEverywhere ? (
        <LogOutEverywhere title="Log out everywhere?" act="Log out everywhere" onDone={() => askEverywhere(false)} />
      ) : null}
    </div>
  )
}

interface FaceProps {
  readonly you: You
  readonly picture: string
  readonly busy: string | null
}

function Face({ you, picture, busy }: FaceProps) {
  return (
    <span className={styles.face}>
      <span className="unseen">Account menu: </span>
      <Avatar name={you.name} picture={picture} />
      <span className={styles.who}>
        <span className={styles.name}>{busy ?? you.name}</span>
        <RoleBadge role={you.role} />
      </span>
      <Stroke size={16}>
        <path d="M5 8l5 5 5-5" />
      </Stroke>
    </span>
  )
}

function Lead({ you, own }: { readonly you: You; readonly own: Account | null }) {
  return (
    <div className={styles.leadWho}>
      <p className={styles.leadName}>{you.name}</p>
      <RoleBadge role={you.role} />
      <p className={styles.status}>{own ? statusWords[connectionStatusOf(own)] : 'Fetching your account …'}</p>
    </div>
  )
}

function Way({ href, name, onGo }: { readonly href: string; readonly name: string; readonly onGo: () => void }) {
  return (
    <li>
      <Link href={href} className={styles.act} onClick={onGo}>
        {name}
      </Link>
    </li>
  )
}

interface ActProps {
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: string
}

function Act({ disabled = false, onClick, children }: ActProps) {
  return (
    <li>
      <button type="button" className={styles.act} disabled={disabled} onClick={onClick}>
        {children}
      </button>
    </li>
  )
}

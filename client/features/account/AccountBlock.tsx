import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Account, account, connectionStatusOf } from '../../../shared/features/account/account.ts'
import { switchActive } from '../../../shared/features/account/commands.ts'
import { providers, providerWords } from '../../../shared/features/account/identity.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { helloAtom, type Me } from '../../connection/handshake.ts'
import { signOut } from '../../connection/session.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Choices } from '../../ui/Choices.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import styles from './AccountBlock.module.css'
import { Avatar } from './Avatar.tsx'
import { LogOutEverywhere } from './LogOutEverywhere.tsx'
import { ProviderMark } from './ProviderMark.tsx'
import { statusWords } from './profileOf.ts'
import { SignInMenu } from './SignInMenu.tsx'
import { useSessionChange } from './signIn.ts'

/** Who this person is here, and the way in or out. */
export function AccountBlock() {
  const hello = useAtomValue(helloAtom)
  if (!hello) return null
  return hello.you ? <AccountMenu you={hello.you} /> : <SignInMenu demo={hello.demo} />
}

type You = NonNullable<Me['you']>

/** Who one is, and what one does about it: in the head of every page. */
function AccountMenu({ you }: { readonly you: You }) {
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

/** Whose name and picture are shown, where one is known by two. */
function SwitchAccount({ own }: { readonly own: Account }) {
  const { run, busy, refusal, dismiss } = useCommand(switchActive)
  if (!own.steam || !own.discord) return null
  const options = providers.map((provider) => ({
    key: provider,
    name: own[provider]?.displayName ?? '',
    words: providerWords[provider],
    face: <ProviderMark provider={provider} />,
  }))
  return (
    <section className={styles.switch} aria-label="Shown as">
      <p className={styles.small}>{busy ? 'Switching …' : 'Shown as'}</p>
      <Choices
        options={options}
        chosen={own.active}
        disabled={busy}
        onChoose={(provider) => provider !== own.active && void run({ provider })}
      />
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </section>
  )
}

import type { ReactNode } from 'react'
import type { Role } from '../../../shared/engine/permissions.ts'
import { CopyButton } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { Avatar } from './Avatar.tsx'
import styles from './ProfileHead.module.css'
import type { Profile } from './profileOf.ts'

interface ProfileHeadProps {
  readonly profile: Profile
  /** Null for the sample profile. */
  readonly rank: Role | null
  /** The label of the connection status. */
  readonly connection: string
  /** Marks a sample. */
  readonly mark?: ReactNode
  readonly children: ReactNode
}

/** The user of this page. */
export function ProfileHead({ profile, rank, connection, mark, children }: ProfileHeadProps) {
  const { displayName, realName, username, avatar, verified, premium } = profile
  const Name = mark ? 'h2' : 'h1'
  return (
    <header className={styles.head}>
      <Avatar name={displayName} picture={avatar} size="large" />
      <div>
        <div className={styles.signs}>
          {mark}
          {rank ? <RoleBadge role={rank} /> : null}
          {verified ? <Badge name="Verified" shape="M4.5 10.5 8.5 14.5 15.5 6" /> : null}
          {premium ? (
            <Badge name="Premium" shape="M10 3 12 8l5 .4-3.9 3.3L14.4 17 10 14l-4.4 3 1.3-5.3L3 8.4 8 8z" />
          ) : null}
        </div>
        <Name className={styles.name}>{displayName}</Name>
        {realName || username ? (
          <p className={styles.real}>{[realName, username].filter(Boolean).join(' · ')}</p>
        ) : null}
        <p className={styles.connection}>{connection}</p>
      </div>
      <div className={styles.figures}>{children}</div>
      <Facts profile={profile} mayCopy={rank !== null} />
    </header>
  )
}

function Badge({ name, shape }: { readonly name: string; readonly shape: string }) {
  return (
    <span className={styles.badge}>
      <Stroke size={16}>
        <path d={shape} />
      </Stroke>
      {name}
    </span>
  )
}

function Facts({ profile, mayCopy }: { readonly profile: Profile; readonly mayCopy: boolean }) {
  const { idLabel, id, country, language, profileUrl, madeIn } = profile
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{idLabel}</dt>
        <dd className={styles.id}>
          <span>{id}</span>
          {mayCopy ? <CopyButton text={id} what={idLabel} /> : null}
        </dd>
      </div>
      {country ? (
        <div>
          <dt>Country</dt>
          <dd>{country}</dd>
        </div>
      ) : null}
      {madeIn === null ? null : (
        <div>
          <dt>On Steam</dt>
          <dd>since {madeIn}</dd>
        </div>
      )}
      {language ? (
        <div>
          <dt>Language</dt>
          <dd>{language}</dd>
        </div>
      ) : null}
      {profileUrl ? (
        <div>
          <dt>Profile</dt>
          <dd>
            <a href={profileUrl} target="_blank" rel="noreferrer">
              Open on Steam
            </a>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { mostTokens, type Token, tokens } from '../../../shared/features/tokens/tokens.ts'
import type { Principal } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { TokenForm } from './TokenForm.tsx'
import { TokenList } from './TokenList.tsx'
import styles from './TokensPart.module.css'
import { blankToken, TokenDraft } from './tokenDraft.ts'

interface MadeToken {
  readonly token: string
  readonly label: string
}

/** Tokens for programs: each with at most the permissions of its owner, and an end. */
export function TokensPart({ principal }: { readonly principal: Principal }) {
  const draft = useDraft('token', TokenDraft.nullable(), null)
  const [made, setMade] = useState<MadeToken | null>(null)
  const isList = draft.value === null && made === null
  const { state, value } = useDocument(tokens, principal.id)
  const held: Readonly<Record<string, Token>> = value?.tokens ?? {}
  const isFull = Object.keys(held).length >= mostTokens
  return (
    <Part
      title="Tokens for programs"
      description={
        <>
          A bot or script uses a token instead of signing in. It can do only what you can, until the token ends.{' '}
          <Link href="/api-docs">See the HTTP API</Link>
        </>
      }
      action={
        isList ? (
          <Button disabled={state !== 'here' || isFull} onClick={() => draft.change(blankToken)}>
            {isFull ? `Limit of ${mostTokens} tokens reached` : 'Create a token'}
          </Button>
        ) : null
      }
    >
      {draft.value ? (
        <TokenForm
          principal={principal}
          draft={draft.value}
          onDraft={draft.change}
          onMade={(token, label) => {
            draft.clear()
            setMade({ token, label })
          }}
          onClose={draft.clear}
        />
      ) : null}
      {made ? <TokenOnce token={made.token} label={made.label} onClose={() => setMade(null)} /> : null}
      {state === 'loading' ? (
        <p role="status">Loading…</p>
      ) : state === 'refused' ? (
        <EmptyState picture="gate" title="You can't see these tokens.">
          <p>Only you can see your tokens. Sign in again.</p>
        </EmptyState>
      ) : Object.keys(held).length > 0 ? (
        <TokenList tokens={held} />
      ) : isList ? (
        <EmptyState picture="compass" title="No tokens.">
          <p>Create a token for a bot or script.</p>
        </EmptyState>
      ) : null}
    </Part>
  )
}

interface TokenOnceProps {
  readonly token: string
  readonly label: string
  readonly onClose: () => void
}

/** Shows a new token once. Only this page holds it. */
function TokenOnce({ token, label, onClose }: TokenOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.once} aria-label={`New token: ${label}`}>
      <h3 ref={heading} tabIndex={-1} className={styles.title}>
        Copy “{label}” now. You won't see it again.
      </h3>
      <p>
        The hub keeps no copy. Anyone with this token can do what you allowed it, so treat it like a password. If it
        leaks, revoke it below.
      </p>
      <div className={styles.token}>
        <Field label="Token" readOnly value={token} onValue={() => {}} onFocus={({ target }) => target.select()} />
        <CopyButton text={token} what="token" />
      </div>
      <p className={styles.hint}>
        Send it with each request: <code>Authorization: Bearer wht_…</code>
      </p>
      <Button onClick={onClose}>Done</Button>
    </section>
  )
}

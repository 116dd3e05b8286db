import { useState } from 'react'
import { mostTokens, type Token, tokens } from '../../../shared/features/tokens/tokens.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Blank } from '../../ui/Blank.tsx'
import { Button } from '../../ui/Button.tsx'
import { Part } from '../roles/Part.tsx'
import type { You } from '../roles/shownYouAtom.ts'
import { TokenForm } from './TokenForm.tsx'
import { TokenList } from './TokenList.tsx'
import { TokenOnce } from './TokenOnce.tsx'

interface MadeToken {
  readonly token: string
  readonly label: string
}

/** Keys for programs: each with less than its owner may, and an end. */
export function TokensPart({ you }: { readonly you: You }) {
  const [step, setStep] = useState<'list' | 'form' | MadeToken>('list')
  const { state, value } = useDocument(tokens, you.id)
  const held: Readonly<Record<string, Token>> = value?.tokens ?? {}
  const isFull = Object.keys(held).length >= mostTokens
  return (
    <Part
      title="Tokens for programs"
      words="A bot or a script shows a token instead of signing in. It can do no more than you, and only until its end."
      act={
        step === 'list' ? (
          <Button disabled={state !== 'here' || isFull} onClick={() => setStep('form')}>
            {isFull ? `${mostTokens} tokens are the most` : 'Make a token'}
          </Button>
        ) : null
      }
    >
      {step === 'form' ? (
        <TokenForm you={you} onMade={(token, label) => setStep({ token, label })} onClose={() => setStep('list')} />
      ) : step === 'list' ? null : (
        <TokenOnce token={step.token} label={step.label} onClose={() => setStep('list')} />
      )}
      {state === 'loading' ? (
        <p role="status">Fetching your tokens.</p>
      ) : state === 'refused' ? (
        <Blank picture="gate" title="The hub does not show your tokens">
          <p>They are shown to the account itself. Sign in again.</p>
        </Blank>
      ) : Object.keys(held).length > 0 ? (
        <TokenList tokens={held} />
      ) : step === 'list' ? (
        <Blank picture="compass" title="No tokens">
          <p>Make one when a program is to act for you.</p>
        </Blank>
      ) : null}
    </Part>
  )
}

import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { longestSecret } from '../../../shared/features/session/session.ts'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { FormPage } from '../../ui/templates/FormPage.tsx'
import type { ScreenStates } from '../../ui/templates/screenStates.tsx'
import { type Elevations, fetchElevations, useElevate } from '../roles/elevation.ts'

/** Asks for the owner key, which only the hub knows how to check. The right one opens the panel for this session. */
export function OwnerKeyPrompt() {
  const [attempt, setAttempt] = useState(0)
  const found = useElevations(attempt)
  return (
    <FormPage
      {...statesOfKey(found, () => setAttempt(attempt + 1))}
      title="Owner panel"
      lead="Your account isn't an owner. With the owner key this session gets an owner's permissions, for up to 12 hours or until you log out."
    >
      <KeyForm />
    </FormPage>
  )
}

function KeyForm() {
  const [, go] = useLocation()
  const [ownerKey, setOwnerKey] = useState('')
  // The panel takes the place of this form.
  const { busy, problem, elevate, clearProblem } = useElevate(() => {})
  const submit = () => {
    // A typed key does not stay in the page, right or wrong.
    setOwnerKey('')
    void elevate({ ownerKey })
  }
  return (
    <Form
      label="Open the owner panel"
      action="Open the panel"
      busyLabel={busy ? 'Checking…' : null}
      onSubmit={submit}
      onCancel={() => go('/')}
    >
      <Field
        label="Owner key"
        type="password"
        autoComplete="off"
        autoFocus
        needed="Enter the owner key."
        longest={longestSecret}
        hint="The person who installed the hub has it."
        value={ownerKey}
        problem={problem}
        onValue={(value) => {
          clearProblem()
          setOwnerKey(value)
        }}
      />
    </Form>
  )
}

/** What passwords this hub has: `asking` until it has answered, null if it did not. */
function useElevations(attempt: number) {
  const [found, setFound] = useState<Elevations | null | 'asking'>('asking')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks once
  useEffect(() => {
    let isShown = true
    setFound('asking')
    void fetchElevations().then((answer) => isShown && setFound(answer))
    return () => {
      isShown = false
    }
  }, [attempt])
  return found
}

function statesOfKey(found: Elevations | null | 'asking', onRetry: () => void): ScreenStates {
  const refused = { message: "Can't reach the hub.", onRetry }
  if (found === 'asking') return { state: 'loading', empty: null, refused }
  if (found === null) return { state: 'refused', empty: null, refused }
  const empty = {
    picture: 'gate',
    title: 'This hub has no owner key.',
    children: 'Owners open this page with their account. An owner can give you the role on the Staff and roles page.',
  } as const
  return { state: found.ownerKey ? 'ready' : 'empty', empty, refused }
}

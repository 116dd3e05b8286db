import { useState } from 'react'
import { endSessions } from '../../../shared/features/roles/commands.ts'
import type { Person } from '../../../shared/features/roles/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from './Question.tsx'

interface EndSessionsProps {
  readonly person: Person
  readonly isLocked: boolean
}

/** For whoever has lost their device, or must not be in. */
export function EndSessions({ person: { account, name }, isLocked }: EndSessionsProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <p>
        <Button disabled={isLocked} onClick={() => setAsked(true)}>
          Log {name} out everywhere
        </Button>
      </p>
      {isAsked ? (
        <Question
          command={endSessions}
          input={{ account }}
          title={`Log ${name} out everywhere?`}
          act={`Log ${name} out`}
          flight="Ending their sessions"
          done={`${name} is logged out everywhere.`}
          onClose={() => setAsked(false)}
        >
          <p>
            Every browser of {name} is out at once, and their tokens are revoked: programs that act for them stop. Their
            rights stay, and they can sign in again.
          </p>
        </Question>
      ) : null}
    </>
  )
}
